// Building blocks of the page. Text only ever enters through textContent.

export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") node.className = value;
    else if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") node[name] = value;
    else node.setAttribute(name, value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

// Only these schemes become links; anything else stays text.
export function link(url, label) {
  let parsed;
  try {
    parsed = new URL(url);
  } catch {
    return document.createTextNode(label ?? url);
  }
  if (!["http:", "https:", "mailto:"].includes(parsed.protocol)) return document.createTextNode(label ?? url);
  return el("a", { href: parsed.href, target: "_blank", rel: "noopener noreferrer" }, label ?? url);
}

export async function act(name, body) {
  const response = await fetch(`/control/${name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!answer.ok) toast([answer.error, answer.detail, ...(answer.errors ?? [])].filter(Boolean).join(": "));
  return answer;
}

let hiding = 0;
export function toast(text) {
  const box = document.getElementById("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { box.hidden = true; }, 4000);
}

export function timeOf(ts) {
  return new Date(Number(ts) * 1000).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
}

// Keeps the nodes whose key and content are unchanged, so that a growing message does not make the page flicker.
export function keyed(parent, items, draw) {
  const old = new Map([...parent.children].map((node) => [node.dataset.key, node]));
  const fresh = items.map(({ key, item }) => {
    const print = JSON.stringify(item);
    const kept = old.get(key);
    if (kept && kept.dataset.print === print) return kept;
    const node = draw(item);
    node.dataset.key = key;
    node.dataset.print = print;
    return node;
  });
  const nearEnd = parent.scrollHeight - parent.scrollTop - parent.clientHeight < 120;
  const same = fresh.length === parent.children.length && fresh.every((node, i) => node === parent.children[i]);
  if (same) return;
  parent.replaceChildren(...fresh);
  if (nearEnd) parent.scrollTop = parent.scrollHeight;
}

// An own question before a risky button, as Slack shows it.
export function confirmed(confirm) {
  if (!confirm) return Promise.resolve(true);
  return new Promise((resolve) => {
    const answer = (yes) => () => { box.remove(); resolve(yes); };
    const go = el("button", { class: `button ${confirm.style === "danger" ? "danger" : "primary"}`, onclick: answer(true) });
    go.textContent = confirm.confirm.text;
    const box = el("div", { class: "overlay above" },
      el("div", { class: "dialog small", role: "alertdialog" },
        el("header", {}, el("h3", {}, confirm.title.text)),
        el("div", { class: "dialog-body" }, confirm.text.text),
        el("footer", {}, el("button", { class: "button", onclick: answer(false) }, confirm.deny.text), go)));
    document.body.append(box);
    go.focus();
  });
}
