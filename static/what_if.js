/* Moves the estimates with the slider: asks for the same page with the new share. */

const form = document.getElementById("what-if");
const slider = form.elements.always_no;
let asked = 0;

form.querySelector("button").hidden = true; // the slider shows at once
slider.addEventListener("input", async () => {
  form.querySelector("output").value = slider.value;
  const turn = ++asked;
  try {
    const address = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
    const page = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
    // A slower answer to an earlier place of the slider must not overwrite a later one.
    if (turn === asked) document.getElementById("moved").replaceChildren(...page.getElementById("moved").childNodes);
  } catch {
    form.querySelector("button").hidden = false; // no network: the button asks again
  }
});
