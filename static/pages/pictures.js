/* Saves a picture as PNG: draws its SVG file, which the server gives, on a canvas. */

const TIMES_LARGER = 2;

document.addEventListener("click", (event) => {
  const { png, file } = event.target.dataset ?? {};
  if (png) savePng(png, file);
});

async function savePng(address, file) {
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
    link.download = file;
    link.click();
    URL.revokeObjectURL(link.href);
  }, "image/png");
}
