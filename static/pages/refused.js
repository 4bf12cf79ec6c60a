/* The page of a refused form stands at the page's own address: a reload asks for it, and sends nothing again. */

history.replaceState(null, "", document.body.dataset.address);
