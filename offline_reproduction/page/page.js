"use strict";
(() => {
  const entries = JSON.parse(document.getElementById("entries").textContent);
  const detail = document.getElementById("detail");
  let opener = null;
  const names = ["place", "wording", "row", "column", "printed", "recomputed", "exact", "unit", "count",
    "verdict", "judgement", "drawn", "draws", "detail", "reason", "finding", "roundings", "signature", "id"];
  const close = () => { detail.hidden = true; if (opener) opener.focus(); opener = null; };
  const show = (button) => {
    const entry = entries[Number(button.dataset.entry)];
    const list = document.createElement("dl");
    for (const name of names) {
      const value = Array.isArray(entry[name]) ? entry[name].join(", ") : entry[name];
      if (!value) continue;
      const term = document.createElement("dt");
      const text = document.createElement("dd");
      term.textContent = name;
      text.textContent = value;
      list.append(term, text);
    }
    const shut = document.createElement("button");
    shut.type = "button";
    shut.className = "close";
    shut.textContent = "close";
    shut.addEventListener("click", close);
    detail.replaceChildren(shut, list);
    detail.hidden = false;
    opener = button;
    shut.focus();
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-entry]");
    if (button) show(button);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !detail.hidden) close();
  });
  document.getElementById("only").addEventListener("change", (event) => {
    document.body.classList.toggle("only", event.target.checked);
  });
})();
