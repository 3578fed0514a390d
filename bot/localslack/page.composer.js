// Where people type: Enter sends, @ offers names, / offers commands.

import { act, el } from "./page.dom.js";

export function composer(placeholder, where, offers, sent = () => {}) {
  const box = el("textarea", { rows: 1, placeholder, "aria-label": placeholder });
  const menu = el("div", { class: "menu up", hidden: true });
  const send = async () => {
    const text = box.value.trim();
    if (!text) return;
    box.value = "";
    menu.hidden = true;
    const { user, channel, thread_ts } = where();
    const answer = await act("post", { user, channel, thread_ts, text, typed: true });
    if (answer.ok) sent(text, answer.ts);
    else box.value = text;
  };
  const take = (word) => {
    box.value = box.value.replace(/(@\S*|^\/\S*)$/, `${word} `);
    menu.hidden = true;
    box.focus();
  };
  const suggest = () => {
    const typed = /(@\S*|^\/\S*)$/.exec(box.value)?.[0].toLowerCase();
    const found = typed ? offers().filter((offer) => offer.toLowerCase().includes(typed.slice(1)) && offer[0] === typed[0]) : [];
    menu.replaceChildren(...found.map((offer) => el("button", { onmousedown: (event) => { event.preventDefault(); take(offer); } }, offer)));
    menu.hidden = found.length === 0;
  };
  box.addEventListener("input", suggest);
  box.addEventListener("blur", () => { menu.hidden = true; });
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (!menu.hidden && (event.key === "Tab" || event.key === "Enter")) { event.preventDefault(); take(menu.firstChild.textContent); }
    else if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); send(); }
    else if (event.key === "Escape") menu.hidden = true;
  });
  return el("div", { class: "composer" }, menu, box, el("button", { class: "button primary send", "aria-label": "Send", onclick: send }, "➤"));
}
