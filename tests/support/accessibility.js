/* What tests ask of a page. Each function gives a list of faults, each in words; see
 * tests/browser/every_page/test_accessibility.py for the criteria and for a page that has every fault. */

globalThis.accessibility = (() => {
  const FOCUSABLE =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], dialog";
  const SPACING =
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }" +
    "p { margin-block-end: 2em !important; }";

  const all = (selector) => [...document.querySelectorAll(selector)];
  const shown = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest(".unseen, .skip");
  const named = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();
    const marks = [element.id && `#${element.id}`, ...[...element.classList].map((name) => `.${name}`)];
    return `<${element.localName}${marks.filter(Boolean).join("")}> ${words.slice(0, 40)}`;
  };
  /* A part that scrolls by itself and can be reached and named, as tables and pictures may (1.4.10). */
  const scrolls = (element) => {
    const style = getComputedStyle(element);
    return /auto|scroll/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
  };
  const inScrollingPart = (element) => {
    for (let part = element; part; part = part.parentElement) if (scrolls(part)) return true;
    return false;
  };

  /* 1.4.10: whatever reaches beyond the screen's width. */
  function beyondTheWidth() {
    const width = document.documentElement.clientWidth;
    const page = document.documentElement.scrollWidth;
    const faults = page > width ? [`the page is ${page} wide on ${width}`] : [];
    for (const element of all("body *")) {
      if (!shown(element) || element.closest("svg svg, svg *") || inScrollingPart(element)) continue;
      const { left, right } = element.getBoundingClientRect();
      if (right > left && (left < -1 || right > width + 1)) faults.push(`beyond: ${named(element)}`);
    }
    return faults;
  }

  /* Whether there is more of the page than its width. */
  function sideways() {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [`${scrollWidth} on ${clientWidth}`] : [];
  }

  /* 2.1.1, 1.4.10: what scrolls by itself is reached by keyboard and has a name. */
  function scrollingPartsOutOfReach() {
    return all("body *")
      .filter((element) => shown(element) && scrolls(element) && !element.matches("textarea, select"))
      .filter((element) => {
        const name = element.getAttribute("aria-label") ?? element.getAttribute("aria-labelledby");
        return element.tabIndex !== 0 || !element.getAttribute("role") || !name;
      })
      .map((element) => `out of reach: ${named(element)}`);
  }

  /* 1.4.4, 1.4.12: text that its own box, or a box around it, cuts off. */
  function cutOff() {
    return all("body *")
      .filter((element) => shown(element) && !element.closest("svg") && element.textContent.trim())
      .filter((element) => {
        const style = getComputedStyle(element);
        const wide = /hidden|clip/.test(style.overflowX) && element.scrollWidth > element.clientWidth + 1;
        const high = /hidden|clip/.test(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
        return wide || high;
      })
      .map((element) => `cut off: ${named(element)}`);
  }

  /* 1.4.4, 1.4.12: lines of text that lie over lines of another element. */
  /* A bar that sticks and hides what is under it is looked at where it stands: one scrolls from under it. Text that
   * shines through it is read over other text, and stays a fault. */
  function overlapping() {
    const opaque = ({ backgroundColor }) => !/transparent|, 0(\.\d+)?\)$/.test(backgroundColor);
    const bars = all("*").filter((each) => {
      const style = getComputedStyle(each);
      return style.position === "sticky" && opaque(style);
    });
    for (const each of bars) each.style.position = "static";
    try {
      return overlappingAsItStands();
    } finally {
      for (const each of bars) each.style.position = "";
    }
  }

  function overlappingAsItStands() {
    const lines = [];
    const top = document.querySelector("dialog:modal") ?? document.body; // which covers the rest
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const element = text.parentElement;
      if (!text.data.trim() || !shown(element) || element.closest("svg, math, script, noscript, option, textarea")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      // What has scrolled out of a part of its own, as the documentation's folder, is not seen.
      let [least, most] = [-Infinity, Infinity];
      for (let part = element; part !== document.body && part; part = part.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(part).overflowY)) continue;
        const box = part.getBoundingClientRect();
        [least, most] = [Math.max(least, box.top), Math.min(most, box.bottom)];
      }
      for (const { left, right, top, bottom } of range.getClientRects()) {
        const seen = { element, left, right, top: Math.max(top, least), bottom: Math.min(bottom, most) };
        if (seen.bottom > seen.top) lines.push(seen);
      }
    }
    lines.sort((one, other) => one.top - other.top);
    const faults = new Set();
    lines.forEach((one, place) => {
      for (const other of lines.slice(place + 1)) {
        if (other.top > one.bottom) break;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - other.top;
        const own = one.element.contains(other.element) || other.element.contains(one.element);
        if (wide > 3 && high > 4 && !own && !inScrollingPart(other.element)) {
          faults.add(`over each other: ${named(one.element)} and ${named(other.element)}`);
        }
      }
    });
    return [...faults];
  }

  function withStyle(css, look) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    try {
      return look();
    } finally {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    }
  }

  /* 1.4.12, with the four distances of the criterion. */
  const spacedOut = () => withStyle(SPACING, () => [...beyondTheWidth(), ...cutOff(), ...overlapping()]);

  /* 1.4.4: text of twice the size, on the same screen. */
  const doubled = () =>
    withStyle("html { font-size: 200% !important; }", () => [...beyondTheWidth(), ...cutOff(), ...overlapping()]);

  /* 2.3.3's spirit, for who asks for less motion. */
  function moving() {
    const seconds = (times) => Math.max(...times.split(",").map((time) => parseFloat(time) * (/ms/.test(time) ? 0.001 : 1)));
    const faults = document
      .getAnimations()
      .filter((animation) => !(animation instanceof CSSAnimation)) // these are looked at below
      .filter((animation) => animation.effect?.getComputedTiming().duration > 10)
      .map((animation) => `moves: ${named(animation.effect.target)}`);
    for (const element of all("*")) {
      const style = getComputedStyle(element);
      if (seconds(style.transitionDuration) > 0.01) faults.push(`glides: ${named(element)}`);
      const stepped = /^steps/.test(style.animationTimingFunction);
      if (style.animationName !== "none" && seconds(style.animationDuration) > 0.01 && !stepped) {
        faults.push(`moves: ${named(element)}`);
      }
    }
    return faults;
  }

  /* 1.3.1, 2.4.6: one h1, no level skipped. */
  function headings() {
    const levels = all("h1, h2, h3, h4, h5, h6").filter(shown).map((heading) => Number(heading.localName[1]));
    const faults = levels.filter((level) => level === 1).length === 1 ? [] : ["not one h1"];
    levels.forEach((level, place) => {
      if (level > (levels[place - 1] ?? 0) + 1) faults.push(`level ${level} after ${levels[place - 1]}`);
    });
    return faults;
  }

  /* 1.3.1, 2.4.1: the parts of a page. */
  function landmarks() {
    const faults = [];
    for (const [name, selector] of [["header", "body > header"], ["main", "main#main"], ["footer", "body > footer"]]) {
      if (all(selector).length !== 1) faults.push(`not one ${name}`);
    }
    const navs = all("nav").map((nav) => nav.getAttribute("aria-label") ?? "");
    if (new Set(navs).size !== navs.length || navs.includes("")) faults.push(`navs: ${navs}`);
    return faults;
  }

  /* 1.1.1: each picture is named, or hidden because words beside it say the same. */
  function unnamedPictures() {
    return all("svg, img, canvas, [role=img]")
      .filter((picture) => !picture.parentElement.closest("svg"))
      .filter((picture) => {
        if (picture.closest("[aria-hidden=true]")) return false;
        const title = document.getElementById(picture.getAttribute("aria-labelledby"))?.textContent;
        const name = picture.getAttribute("aria-label") ?? picture.getAttribute("alt") ?? title;
        return !name?.trim() || (picture.localName === "svg" && picture.getAttribute("role") !== "img");
      })
      .map((picture) => `unnamed: ${named(picture)}`);
  }

  /* 1.3.5 and 3.3.8: what a browser may fill in says so, and nothing hinders a paste. */
  function unfilled() {
    const token = (field) => field.getAttribute("autocomplete") ?? "";
    const faults = all("input[type=password]")
      .filter((field) => !/^(current|new)-password$/.test(token(field)))
      .map((field) => `no autocomplete: ${named(field)}`);
    for (const field of all("input[name=instructor]")) {
      if (token(field) !== "username") faults.push(`no autocomplete: ${named(field)}`);
    }
    for (const field of all("input, textarea")) {
      const pasted = new ClipboardEvent("paste", { bubbles: true, cancelable: true });
      if (!field.dispatchEvent(pasted)) faults.push(`no paste: ${named(field)}`);
    }
    return faults;
  }

  /* 3.3.1, 3.3.3, 4.1.3: a shown error is text, belongs to a field, and is announced. */
  function unexplained() {
    const described = (field) =>
      (field.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id))
        .filter((text) => text?.classList.contains("error") && shown(text) && text.textContent.trim());
    const invalid = all("[aria-invalid=true]").filter(shown);
    const faults = invalid
      .filter((field) => described(field).length === 0)
      .map((field) => `not described: ${named(field)}`);
    const errors = all(".error").filter(shown);
    /* One alert may stand for several errors that belong to their fields. */
    const announced = all("[role=alert]").some((alert) => shown(alert) && alert.textContent.trim());
    const belonging = invalid.flatMap(described);
    for (const error of errors) {
      const spoken = error.closest("[role=alert]") || (announced && belonging.includes(error));
      if (!spoken) faults.push(`not announced: ${named(error)}`);
    }
    return faults;
  }

  /* 2.4.3, 2.4.7, 2.4.11, 2.1.2: where Tab has to lead, in this order. */
  function tabStops() {
    return all(FOCUSABLE).filter(
      (element) =>
        !element.disabled &&
        element.tabIndex >= 0 &&
        element.localName !== "dialog" &&
        (element.matches(".skip") || element.checkVisibility({ visibilityProperty: true })) &&
        !isOtherRadio(element),
    );
  }

  /* Radio buttons of one name are one stop. */
  function isOtherRadio(element) {
    if (element.type !== "radio" || !element.name) return false;
    const { name, form } = element;
    const group = all("input[type=radio]").filter((each) => each.name === name && each.form === form);
    return element !== (group.find((each) => each.checked) ?? group[0]);
  }

  let stops = [];
  let seen = [];
  const rememberStops = () => (stops = tabStops()).length;
  const stopsSeen = () => seen.splice(0);
  // A field of date and time has a stop for each of its parts, which are the browser's own.
  let parts = 0;
  const partsPassed = () => [parts, (parts = 0)][0];
  const isNextPart = (element) =>
    element.type === "datetime-local" && stops.indexOf(element) === seen.at(-1)?.place;
  // Let go of, Tab has moved the focus, and the page has scrolled to it.
  addEventListener("keyup", ({ key }) => {
    if (key !== "Tab") return;
    if (isNextPart(document.activeElement)) parts += 1;
    else seen.push(focused());
  }, true);

  /* After one Tab: the stop's place in the page, and what is wrong with how it shows. */
  function focused() {
    const element = document.activeElement;
    const style = getComputedStyle(element);
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const faults = [];
    if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) faults.push("no ring");
    const sides = [Math.max(left, 0), Math.min(right, innerWidth), Math.max(top, 0), Math.min(bottom, innerHeight)];
    if (sides[0] >= sides[1] || sides[2] >= sides[3]) faults.push("not in view");
    else {
      const points = [0.1, 0.5, 0.9].map((part) => [
        sides[0] + part * (sides[1] - sides[0]),
        sides[2] + part * (sides[3] - sides[2]),
      ]);
      const seen = points.some(([x, y]) => {
        const found = document.elementFromPoint(x, y);
        return found && (element.contains(found) || found.contains(element));
      });
      const lines = [...element.getClientRects()].some((line) =>
        element.contains(document.elementFromPoint((line.left + line.right) / 2, (line.top + line.bottom) / 2)),
      );
      if (!seen && !lines) faults.push("covered");
    }
    return { place: stops.indexOf(element), faults: faults.map((fault) => `${fault}: ${named(element)}`) };
  }

  /* 2.4.2, 3.1.1, 3.2.3, 3.2.6, 2.4.5. */
  const facts = () => ({
    title: document.title,
    h1: document.querySelector("h1")?.textContent.trim(),
    language: document.documentElement.lang,
    scalable: document.querySelector("meta[name=viewport]").content,
    navigation: all("header nav a, header nav button").map((link) => link.textContent.trim()),
    help: all("body > footer a").map((link) => link.pathname)[0],
    links: all("a[href]").map((link) => link.pathname),
    refresh: all("meta[http-equiv=refresh]").length,
    editable: all("[accesskey]").length,
  });

  return {
    beyondTheWidth, scrollingPartsOutOfReach, cutOff, overlapping, spacedOut, doubled, moving, headings,
    landmarks, unnamedPictures, unfilled, unexplained, rememberStops, stopsSeen, partsPassed, facts, sideways,
  };
})();
