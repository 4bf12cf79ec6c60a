/* Saves a picture as PNG: draws its SVG file, which the server gives, on a canvas. */

const TIMES_LARGER = 2;

document.addEventListener("click", (event) => {
  const address = event.target.dataset?.png;
  if (address) savePng(address);
});

async function savePng(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = TIMES_LARGER * image.naturalWidth;
  canvas.height = TIMES_LARGER * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((png) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(png);
    link.download = image.src.split("?")[0].split("/").pop().replace(/svg$/, "png");
    link.click();
    URL.revokeObjectURL(link.href);
  }, "image/png");
}
