/* Copies what a field holds. Where a browser lets no page write to the clipboard, as over plain http,
 * the field is selected for the keyboard. */

import { say } from "./sentences.js";

/** Copies the field; returns the words that tell whether this worked. */
export async function copyFrom(field) {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return say("Copied ✓");
  } catch {
    return say("Selected: copy it with Ctrl+C"); // no clipboard here, or no permission
  }
}
