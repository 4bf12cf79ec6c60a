/* When the results come, if they are to come to this page. */

import { make } from "./elements.js";
import { message, timeInWords } from "../messages.js";

/** A paragraph, or none where nothing is known of it: without public results none are promised. */
export function resultsTime({ open, results, closes }) {
  const now = new Date();
  const time = new Date((closes ?? 0) * 1000);
  const today = time.toDateString() === now.toDateString();
  const said = (...given) => [make("p", {}, message(...given))];
  if (!open) return results ? [] : said("survey_over"); // else they are linked
  if (!results) return [];
  if (time <= now) return closes ? [] : said("results_closing");
  return said(today ? "results_at" : "results_on", { time: timeInWords(time, today) });
}
