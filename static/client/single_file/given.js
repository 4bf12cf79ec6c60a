/* The questionnaire as a file, where its server cannot be reached. */

/** Resolves to {bytes, state} of the file that is chosen in `card`; what the state is, the server would say: it
 * is taken to be open, and to need a token if the link brought one. */
export function givenIn(card, token) {
  const input = card.querySelector("input");
  return new Promise((resolve) => {
    input.addEventListener("change", async () => {
      const bytes = new Uint8Array(await input.files[0].arrayBuffer());
      card.hidden = true;
      resolve({ bytes, state: { open: true, token, results: false } });
    });
  });
}
