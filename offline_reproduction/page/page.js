"use strict";
(() => {
  const $ = (id) => document.getElementById(id);
  const data = JSON.parse($("data").textContent);
  const detail = $("detail"), tip = $("tip"), search = $("search"), found = $("found");
  const make = (name, text, style) => {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (style) made.className = style;
    return made;
  };
  const linked = (text, address) => {
    const made = make("a", text);
    made.href = "#" + address;
    return made;
  };

  /* An entry is pairs of (field, text); each text stands once. */
  const entry = (index) => {
    const packed = data.entries[index], read = {};
    for (let at = 0; at < packed.length; at += 2) read[data.fields[packed[at]]] = data.texts[packed[at + 1]];
    return read;
  };
  const named = (one) => [one.place, one.row, one.column].filter(Boolean).join(", ") || one.wording || one.id;

  /* Details of a number, beside the page and not over it. */
  const NAMES = ["verdict", "printed", "recomputed", "exact", "unit", "count", "reason", "judgement", "detail",
    "band", "drawn", "draws", "roundings", "over", "wording", "signature", "id"];
  const LABELS = {roundings: "rounding rules that print it", band: "where a correct run may end"};
  let opener = null;
  const close = () => {
    detail.hidden = true;
    document.body.classList.remove("open");
    if (opener) opener.focus();
    opener = null;
  };
  const show = (index, button) => {
    const one = entry(index), list = make("dl");
    for (const name of NAMES) {
      if (!one[name]) continue;
      list.append(make("dt", LABELS[name] || name), make("dd", one[name]));
    }
    const finding = data.findings[one.id.split("/")[0] + "/" + one.finding];
    if (finding) {
      const words = make("dd");
      words.append(linked(finding[0], finding[1]));
      list.append(make("dt", "finding"), words);
    }
    const shut = make("button", "close", "close");
    shut.type = "button";
    shut.addEventListener("click", close);
    const title = make("h2");
    title.append(linked(named(one), data.at[index]));
    detail.replaceChildren(shut, title, list, ...items(index));
    detail.hidden = false;
    document.body.classList.add("open");
    opener = button;
    shut.focus({preventScroll: true});
  };
  /* The items behind a number: a table to sort, the first hundred of them. */
  const MOST = 100;
  const spread = (text) => text.split(",").filter(Boolean).flatMap((part) => {
    const [low, high] = part.split("-").map(Number);
    return high === undefined ? [low] : Array.from({length: high - low + 1}, (_, at) => low + at);
  });
  const trail = (index) => {
    const found = data.items.of[index];
    if (!found) return null;
    const study = data.items.studies[found[0]], wanted = new Set(spread(data.items.sets[found[2]]));
    const rows = [], sheets = study.sheets.filter((sheet) => found[1].includes(sheet[0]));
    for (const [run, rotation, asked, answers] of sheets) {
      spread(asked).forEach((item, at) => {
        if (!wanted.has(item)) return;
        const [name, gold, group, details] = study.items[item].map((text) => data.texts[text]);
        const row = [name, gold, data.texts[answers[2 * at]], data.texts[answers[2 * at + 1]], group, details];
        if (study.basis) row.push(study.basis);
        if (sheets.length > 1) row.unshift(study.runs[run] + (rotation ? `, rotation ${rotation}` : ""));
        rows.push(row);
      });
    }
    const heads = ["item", "gold", "answer", "result", "group", "details"];
    if (study.basis) heads.push("basis");
    if (sheets.length > 1) heads.unshift("run");
    return {heads, rows};
  };
  const items = (index) => {
    const found = trail(index);
    if (!found) return [];
    const {heads, rows} = found;
    const table = make("table"), head = make("tr"), body = make("tbody");
    const draw = () => body.replaceChildren(...rows.slice(0, MOST).map((row) => {
      const line = make("tr");
      line.append(...row.map((text) => make("td", text)));
      return line;
    }));
    heads.forEach((name, column) => {
      const cell = make("th"), button = make("button", name);
      cell.scope = "col";
      button.type = "button";
      button.addEventListener("click", () => {
        const turn = button.dataset.turn === "1" ? -1 : 1;
        button.dataset.turn = String(turn);
        rows.sort((a, b) => turn * a[column].localeCompare(b[column], "en", {numeric: true}));
        draw();
      });
      cell.append(button);
      head.append(cell);
    });
    draw();
    const top = make("thead"), frame = make("div", undefined, "scroll");
    top.append(head);
    table.append(top, body);
    frame.append(table);
    frame.tabIndex = 0;
    frame.setAttribute("role", "group");
    frame.setAttribute("aria-label", "items behind it");
    const more = rows.length > MOST ? `, the first ${MOST} shown` : "";
    return [make("h3", `${rows.length} answers behind it${more}`), frame];
  };

  /* Going to an address: what a filter hides is shown again, what is folded is opened. */
  const arrive = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) only(null);
    for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    const button = target.querySelector(":scope > button[data-entry]");
    if (button) {
      stop(button);
      show(Number(button.dataset.entry), button);
    }
    const covered = getComputedStyle(detail).position === "fixed";
    target.scrollIntoView({block: button && !covered ? "center" : "start"});
  };
  window.addEventListener("hashchange", arrive);
  const go = (address) => {
    history.pushState(null, "", "#" + address);
    arrive();
  };

  /* One tab stop a table or list; arrows walk through its numbers. */
  const stop = (button) => {
    const room = button.closest("table, ul");
    for (const other of room.querySelectorAll('button[tabindex="0"]')) other.tabIndex = -1;
    button.tabIndex = 0;
  };
  const beside = (button, key) => {
    const cell = button.closest("td");
    if (!cell) {
      const line = button.closest("li");
      const next = key === "ArrowDown" || key === "ArrowRight" ? "nextElementSibling" : "previousElementSibling";
      let other = line[next];
      while (other && other.offsetParent === null) other = other[next];
      return other && other.querySelector("button[data-entry]");
    }
    const rows = [...cell.closest("table").tBodies[0].rows];
    let row = rows.indexOf(cell.parentElement), column = cell.cellIndex;
    const down = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    const right = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    for (;;) {
      row += down;
      column += right;
      const next = rows[row] && rows[row].cells[column];
      if (!rows[row] || (right && !next)) return null;
      const other = next && next.querySelector("button[data-entry]");
      if (other) return other;
    }
  };

  /* The verdict map: a square is a number. */
  const grids = new Map();
  const square = (svg, column, row) => {
    if (!grids.has(svg)) grids.set(svg, svg.dataset.cells.split(";").map((line) => line.split(",")));
    const text = (grids.get(svg)[row] || [])[column];
    return text ? Number(text) : null;
  };
  const STEP = 8;
  const under = (event) => {
    const box = event.target.closest("svg").getBoundingClientRect();
    return [Math.floor((event.clientX - box.left) / STEP), Math.floor((event.clientY - box.top) / STEP)];
  };
  const say = (svg, column, row) => {
    const index = square(svg, column, row);
    if (index === null) {
      tip.hidden = true;
      return;
    }
    const one = entry(index), box = svg.getBoundingClientRect();
    tip.textContent = `${named(one)}: printed ${one.printed}, ` +
      (one.recomputed ? `recomputed ${one.recomputed}, ` : "") + one.verdict;
    tip.hidden = false;
    const left = Math.min(box.left + STEP * column, document.documentElement.clientWidth - tip.offsetWidth - 8);
    tip.style.left = Math.max(4, left) + window.scrollX + "px";
    tip.style.top = box.top + STEP * (row + 1) + 6 + window.scrollY + "px";
    svg.setAttribute("aria-description", tip.textContent);
  };
  const cursor = new WeakMap();
  for (const svg of document.querySelectorAll("svg[data-cells]")) {
    svg.addEventListener("mousemove", (event) => say(svg, ...under(event)));
    svg.addEventListener("mouseleave", () => { tip.hidden = true; });
    svg.addEventListener("focus", () => say(svg, ...(cursor.get(svg) || [0, 0])));
    svg.addEventListener("blur", () => { tip.hidden = true; });
    svg.addEventListener("click", (event) => {
      const index = square(svg, ...under(event));
      if (index !== null) go(data.at[index]);
    });
    svg.addEventListener("keydown", (event) => {
      let [column, row] = cursor.get(svg) || [0, 0];
      const index = square(svg, column, row);
      if (event.key === "Enter" && index !== null) {
        event.preventDefault(); // or the same key would press the button that gets the focus
        go(data.at[index]);
      }
      const moves = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
      const move = moves[event.key];
      if (!move) return;
      event.preventDefault();
      do {
        column += move[0];
        row += move[1];
        if (!grids.get(svg)[row] || column < 0 || column >= grids.get(svg)[row].length) return;
      } while (square(svg, column, row) === null);
      cursor.set(svg, [column, row]);
      say(svg, column, row);
    });
  }

  /* Filters by verdict. */
  const only = (verdict) => {
    if (verdict) document.body.dataset.only = verdict;
    else delete document.body.dataset.only;
    let hidden = 0;
    const rooms = document.querySelectorAll("section.table");
    for (const room of rooms) {
      room.hidden = Boolean(verdict) && !room.dataset.verdicts.split(" ").includes(verdict);
      hidden += Number(room.hidden);
    }
    for (const button of document.querySelectorAll("button[data-only]")) {
      button.setAttribute("aria-pressed", String(button.dataset.only === verdict));
    }
    $("hidden").textContent = verdict ? `${hidden} of ${rooms.length} tables and lists hidden` : "";
  };

  /* Search: every word must occur. */
  let index = null;
  const indexed = () => {
    if (index) return index;
    index = data.tables.map(([title, address]) => [title, address]);
    index.push(...Object.values(data.findings).map(([title, address]) => ["finding: " + title, address]));
    data.entries.forEach((_, at) => {
      const one = entry(at);
      index.push([`${named(one)}: ${one.printed} ${one.wording || ""}`, data.at[at]]);
    });
    index = index.map(([text, address]) => [text, address, text.toLowerCase()]);
    return index;
  };
  const look = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? indexed().filter(([, , text]) => words.every((word) => text.includes(word))) : [];
    found.replaceChildren(...hits.slice(0, 30).map(([text, address]) => {
      const line = make("li");
      line.append(linked(text, address));
      return line;
    }));
    if (words.length) found.append(make("li", hits.length > 30 ? `${hits.length - 30} more` : hits.length ? "" : "nothing found", "note"));
    found.hidden = !words.length;
  };
  search.addEventListener("input", look);
  found.addEventListener("click", (event) => {
    const chosen = event.target.closest("a");
    if (!chosen) return;
    event.preventDefault();
    found.hidden = true;
    go(chosen.getAttribute("href").slice(1));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button && button.dataset.entry) {
      stop(button);
      history.replaceState(null, "", "#" + data.at[Number(button.dataset.entry)]);
      show(Number(button.dataset.entry), button);
    } else if (button && button.dataset.only) {
      only(button.getAttribute("aria-pressed") === "true" ? null : button.dataset.only);
    } else if (!detail.hidden && !event.target.closest("#detail, a, svg")) {
      opener = null;
      close();
    }
    if (!event.target.closest("search")) found.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    const button = event.target.closest("button[data-entry]");
    if (event.key === "Escape") {
      if (!found.hidden) found.hidden = true;
      else if (!detail.hidden) close();
    } else if (event.key === "/" && !/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) {
      event.preventDefault();
      search.focus();
    } else if (button && event.key.startsWith("Arrow")) {
      const next = beside(button, event.key);
      event.preventDefault();
      if (!next) return;
      stop(next);
      next.focus();
    } else if (event.target === search && event.key === "Enter") {
      const first = found.querySelector("a");
      if (first) first.click();
    } else if (event.key === "ArrowDown" && event.target.closest("search")) {
      const links = [...found.querySelectorAll("a")];
      const next = links[links.indexOf(event.target) + 1];
      if (next) next.focus();
      event.preventDefault();
    }
  });

  /* The map of items by run, its columns from the easiest item to the hardest. */
  const map = document.querySelector(".by-run .map"), sort = $("sort");
  const sorted = () => {
    const canvas = make("canvas"), width = map.naturalWidth, height = map.naturalHeight;
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext("2d");
    pen.drawImage(map, 0, 0);
    const from = pen.getImageData(0, 0, width, height), to = pen.createImageData(width, height);
    const right = new Array(width).fill(0), order = [...right.keys()];
    for (let at = 0; at < width * height; at++) right[at % width] += Number(from.data[4 * at] === 0x2f);
    order.sort((a, b) => right[b] - right[a]);
    for (let row = 0; row < height; row++) {
      order.forEach((column, at) => {
        const source = 4 * (row * width + column);
        to.data.set(from.data.subarray(source, source + 4), 4 * (row * width + at));
      });
    }
    pen.putImageData(to, 0, 0);
    canvas.style.width = map.getAttribute("width") + "px";
    canvas.style.height = map.getAttribute("height") + "px";
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", map.alt);
    return canvas;
  };
  if (map) {
    let other = null;
    sort.hidden = false;
    sort.addEventListener("click", () => {
      const now = other && other.isConnected;
      other = other || sorted();
      (now ? other : map).replaceWith(now ? map : other);
      sort.textContent = now ? "sort items by difficulty" : "items in the order of the records";
    });
  }
  if (location.hash) arrive();
})();
