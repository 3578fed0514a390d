// Fields and menus: in a modal's input block their value waits for Submit; elsewhere a choice is sent at once.

import { confirmed, el } from "./page.dom.js";

const TEXTS = { email_text_input: "email", url_text_input: "url", number_input: "number", datepicker: "date", timepicker: "time" };

export function control(one, block, use, textNode) {
  const waits = block.type === "input" && !block.dispatch_action;
  const chosen = async (value) => {
    if (!waits && (await confirmed(one.confirm))) use(one, block, value);
  };
  const node = build(one, block, chosen, textNode);
  node.classList.add("control");
  node.dataset.block = block.block_id;
  node.dataset.action = one.action_id;
  return node;
}

function build(one, block, chosen, textNode) {
  const placeholder = one.placeholder?.text;
  switch (one.type) {
    case "plain_text_input": {
      const initial = { placeholder, maxlength: one.max_length ?? 3000, value: one.initial_value ?? "" };
      return one.multiline ? el("textarea", { ...initial, rows: 4 }) : el("input", { type: "text", ...initial });
    }
    case "static_select": case "external_select": {
      const groups = one.option_groups ?? [{ options: one.options ?? [] }];
      return el("select", { onchange: (event) => chosen(event.target.value) },
        el("option", { value: "" }, placeholder ?? "Select an option"),
        ...groups.map((group) => (group.label ? el("optgroup", { label: group.label.text }, ...choices(group, one)) : choices(group, one))).flat());
    }
    case "multi_static_select": case "checkboxes": return ticks(one, "checkbox", one.initial_options ?? [], chosen, textNode);
    case "radio_buttons": return ticks(one, "radio", one.initial_option ? [one.initial_option] : [], chosen, textNode);
    default: {
      const type = TEXTS[one.type] ?? "text";
      const initial = one.initial_value ?? one.initial_date ?? one.initial_time ?? "";
      return el("input", { type, placeholder, value: initial, onchange: (event) => chosen(event.target.value) });
    }
  }
}

function choices(group, one) {
  return group.options.map((option) => {
    const node = el("option", { value: option.value }, option.text.text);
    if (one.initial_option?.value === option.value) node.selected = true;
    return node;
  });
}

let group = 0;
function ticks(one, type, initial, chosen, textNode) {
  const name = `choice-${(group += 1)}`;
  const box = el("div", { class: "ticks" });
  for (const option of one.options ?? []) {
    const input = el("input", { type, name, value: option.value, onchange: () => chosen(valueOf(box)) });
    input.checked = initial.some((first) => first.value === option.value);
    box.append(el("label", {}, input, el("span", {}, textNode(option.text), option.description ? el("small", {}, textNode(option.description)) : null)));
  }
  return box;
}

export function valueOf(node) {
  if (!node.classList.contains("ticks")) return node.value;
  return [...node.querySelectorAll("input:checked")].map((input) => input.value).join(",");
}

export function setValue(node, value) {
  if (!node.classList.contains("ticks")) { node.value = value; return; }
  for (const input of node.querySelectorAll("input")) input.checked = value.split(",").includes(input.value);
}
