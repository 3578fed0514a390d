// The modal on top of a user's stack. What was typed survives an update of the view.

import { blocks, textNode } from "./page.blocks.js";
import { act, el } from "./page.dom.js";
import { setValue, valueOf } from "./page.inputs.js";

let drawn = "";

export function drawModal(stack, me) {
  const overlay = document.getElementById("overlay");
  const view = stack.at(-1);
  const print = view ? JSON.stringify([view.id, view.hash, view._errors, stack.length]) : "";
  if (print === drawn) return;
  const typed = drawn && view && overlay.dataset.view === view.id ? collect(overlay) : {};
  drawn = print;
  overlay.hidden = !view;
  overlay.className = "overlay";
  overlay.dataset.view = view?.id ?? "";
  overlay.replaceChildren(...(view ? [dialog(view, stack.length, me)] : []));
  for (const node of overlay.querySelectorAll(".control")) {
    if (typed[node.dataset.block] !== undefined) setValue(node, typed[node.dataset.block]);
  }
}

function collect(root) {
  const found = {};
  for (const node of root.querySelectorAll(".control")) found[node.dataset.block] = valueOf(node);
  return found;
}

function dialog(view, depth, me) {
  const errors = view._errors ?? {};
  const close = () => act("close", { user: me });
  const use = (one, block, value) => act("click", { user: me, view_id: view.id, action_id: one.action_id, value });
  const body = el("div", { class: "dialog-body" },
    errors[""] ? el("div", { class: "block alert error" }, errors[""]) : null, blocks(view.blocks, use));
  for (const node of body.querySelectorAll(".input")) {
    const error = errors[node.dataset.block];
    if (error) node.append(el("div", { class: "field-error" }, error));
  }
  const submit = view.submit
    ? el("button", { class: "button primary", id: "modal-submit", onclick: (event) => {
      event.target.classList.add("busy");
      act("submit", { view_id: view.id, values: collect(body) }).finally(() => event.target.classList.remove("busy"));
    } }, textNode(view.submit))
    : null;
  return el("div", { class: "dialog", role: "dialog", "aria-label": view.title.text, "data-view": view.id },
    el("header", {},
      depth > 1 ? el("button", { class: "plain", "aria-label": "Back", onclick: close }, "←") : null,
      el("h3", {}, textNode(view.title)),
      el("button", { class: "plain", id: "modal-close", "aria-label": "Close", onclick: close }, "✕")),
    body,
    el("footer", {}, el("button", { class: "button", onclick: close }, view.close ? textNode(view.close) : "Close"), submit));
}
