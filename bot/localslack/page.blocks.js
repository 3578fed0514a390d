// Draws Block Kit. `use(element, block, value)` is called when somebody presses or chooses.

import { confirmed, el, link } from "./page.dom.js";
import { control } from "./page.inputs.js";
import { markdown, mrkdwn, names, plain, roomChip, table, userChip } from "./page.mrkdwn.js";

export function textNode(object) {
  if (!object) return null;
  return object.type === "mrkdwn" ? mrkdwn(object.text) : plain(object.text, { emoji: object.emoji !== false });
}

export function blocks(list, use) {
  const out = document.createDocumentFragment();
  for (const block of list) out.append((KINDS[block.type] ?? unknown)(block, use));
  return out;
}

const unknown = (block) => el("div", { class: "block context" }, `[${block.type} block]`);

const KINDS = {
  section: (block, use) => el("div", { class: "block section" },
    el("div", { class: "grow" },
      block.text ? el("div", {}, textNode(block.text)) : null,
      block.fields ? el("div", { class: "fields" }, ...block.fields.map((field) => el("div", {}, textNode(field)))) : null),
    block.accessory ? element(block.accessory, block, use) : null),
  header: (block) => el("h3", { class: "block header" }, textNode(block.text)),
  divider: () => el("hr", { class: "block" }),
  context: (block) => el("div", { class: "block context" },
    ...block.elements.map((one) => (one.type === "image" ? el("span", { class: "image-alt" }, one.alt_text) : el("span", {}, textNode(one))))),
  actions: (block, use) => el("div", { class: "block actions" }, ...block.elements.map((one) => element(one, block, use))),
  context_actions: (block, use) => el("div", { class: "block actions faint" }, ...block.elements.map((one) => element(one, block, use))),
  image: (block) => el("figure", { class: "block" },
    block.title ? el("figcaption", {}, textNode(block.title)) : null, el("span", { class: "image-alt" }, `🖼 ${block.alt_text}`)),
  rich_text: (block) => el("div", { class: "block rich" }, ...block.elements.map(richPart)),
  markdown: (block) => el("div", { class: "block" }, markdown(block.text)),
  table: (block) => el("div", { class: "block" }, table(block.rows.map((row) => row.map(cell)))),
  alert: (block) => el("div", { class: `block alert ${block.level ?? "default"}` },
    el("span", { class: "alert-icon", "aria-hidden": "true" }, { warning: "⚠", error: "⛔", success: "✓", info: "ℹ" }[block.level] ?? "•"),
    el("div", {}, textNode(block.text))),
  input: (block, use) => el("div", { class: "block input", "data-block": block.block_id },
    el("label", {}, textNode(block.label), block.optional ? el("span", { class: "hint" }, " (optional)") : null),
    element(block.element, block, use),
    block.hint ? el("div", { class: "hint" }, textNode(block.hint)) : null),
};

const cell = (one) => (one.type === "rich_text" ? el("div", {}, ...one.elements.map(richPart)) : document.createTextNode(one.text ?? String(one.value)));

function richPart(part) {
  switch (part.type) {
    case "rich_text_list":
      return el(part.style === "ordered" ? "ol" : "ul", { class: `indent-${part.indent ?? 0}`, start: (part.offset ?? 0) + 1 },
        ...part.elements.map((item) => el("li", {}, ...item.elements.map(richPiece))));
    case "rich_text_quote": return el("blockquote", {}, ...part.elements.map(richPiece));
    case "rich_text_preformatted": return el("pre", {}, ...part.elements.map(richPiece));
    default: return el("div", {}, ...part.elements.map(richPiece));
  }
}

function richPiece(piece) {
  const style = piece.style ?? {};
  let node = richLeaf(piece);
  for (const [name, tag] of [["code", "code"], ["bold", "strong"], ["italic", "em"], ["strike", "s"], ["underline", "u"]]) {
    if (style[name]) node = el(tag, {}, node);
  }
  return node;
}

function richLeaf(piece) {
  switch (piece.type) {
    case "text": return el("span", { class: "as-is" }, piece.text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&"));
    case "link": return link(piece.url, piece.text);
    case "user": return userChip(piece.user_id);
    case "channel": return roomChip(piece.channel_id);
    case "usergroup": return el("span", { class: "mention" }, `@${names.groups[piece.usergroup_id] ?? piece.usergroup_id}`);
    case "broadcast": return el("span", { class: "mention loud" }, `@${piece.range}`);
    case "emoji": return plain(`:${piece.name}:`);
    case "date": return document.createTextNode(piece.fallback ?? String(piece.timestamp));
    default: return document.createTextNode(piece.value ?? "");
  }
}

export function element(one, block, use) {
  switch (one.type) {
    case "button": return button(one, block, use);
    case "feedback_buttons":
      return el("span", { class: "feedback" },
        ...[["positive_button", "👍"], ["negative_button", "👎"]].map(([side, icon]) =>
          press(el("button", { class: "icon", title: one[side].text.text, "aria-label": one[side].accessibility_label ?? one[side].text.text }, icon),
            one, () => use(one, block, one[side].value))));
    case "icon_button":
      return press(el("button", { class: "icon", title: one.text.text, "aria-label": one.accessibility_label ?? one.text.text }, "🗑"), one, () => use(one, block));
    case "overflow": return overflow(one, block, use);
    case "image": return el("span", { class: "image-alt" }, one.alt_text);
    default: return control(one, block, use, textNode);
  }
}

function button(one, block, use) {
  const node = el("button", { class: `button ${one.style ?? ""}`, "data-action": one.action_id, "aria-label": one.accessibility_label }, textNode(one.text));
  return press(node, one, () => {
    const target = one.url ? link(one.url).href : undefined;
    if (target) window.open(target, "_blank", "noopener,noreferrer");
    return use(one, block);
  });
}

// Shows that the app was asked, and a warning where it did not answer.
function press(node, one, go) {
  node.addEventListener("click", async () => {
    if (!(await confirmed(one.confirm))) return;
    node.classList.add("busy");
    const answer = await go();
    node.classList.remove("busy");
    if (answer?.failed) { node.classList.add("unanswered"); node.title = "The app did not answer."; }
  });
  return node;
}

function overflow(one, block, use) {
  const menu = el("div", { class: "menu", hidden: true },
    ...one.options.map((option) => el("button", { onclick: async () => {
      menu.hidden = true;
      if (await confirmed(one.confirm)) use(one, block, option.value);
    } }, textNode(option.text))));
  return el("span", { class: "overflow" }, el("button", { class: "button", "aria-label": "More", onclick: () => { menu.hidden = !menu.hidden; } }, "⋯"), menu);
}
