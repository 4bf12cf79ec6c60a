/* The third script, visit/on_need.js, asked for once it is needed. */

import { byId } from "../page/elements.js";
import { runScript } from "./second_script.js";
import { waitBefore } from "./waiting.js";

/** Resolves to what visit/on_need.js gives; to nothing where it does not come, unless it is asked for `again` and again. */
export async function thirdScript(again) {
  for (let attempt = 0; !globalThis.onNeed && (again || !attempt); attempt += 1) {
    if (attempt) await waitBefore(attempt);
    await runScript(byId("receipt").dataset);
  }
  return globalThis.onNeed;
}
