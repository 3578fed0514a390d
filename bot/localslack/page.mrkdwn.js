// Slack's mrkdwn, and the Markdown of markdown blocks, as nodes.

import { el, link } from "./page.dom.js";

export const names = { people: {}, rooms: {}, groups: {}, bot: "" };

const EMOJI = {
  white_check_mark: "✅", heavy_check_mark: "✔️", x: "❌", warning: "⚠️", information_source: "ℹ️", mag: "🔍",
  thumbsup: "👍", "+1": "👍", thumbsdown: "👎", "-1": "👎", eyes: "👀", hourglass_flowing_sand: "⏳", books: "📚",
  book: "📖", page_facing_up: "📄", link: "🔗", lock: "🔒", bell: "🔔", scales: "⚖️", speech_balloon: "💬", memo: "📝",
  bulb: "💡", no_entry: "⛔", question: "❓", exclamation: "❗", tada: "🎉", wave: "👋", arrow_right: "➡️", repeat: "🔁",
  hourglass: "⌛", red_circle: "🔴", large_green_circle: "🟢", large_yellow_circle: "🟡", bookmark: "🔖", gear: "⚙️",
};
const emoji = (text) => text.replace(/:([a-z0-9_+-]{1,40}):/g, (all, name) => EMOJI[name] ?? all);
const unescape = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

export function plain(text, { emoji: shown = true } = {}) {
  return lines(unescape(shown ? emoji(text) : text));
}

function lines(text) {
  const out = document.createDocumentFragment();
  text.split("\n").forEach((line, i) => out.append(...(i ? [el("br")] : []), line));
  return out;
}

export const userChip = (id) => el("span", { class: "mention" }, `@${names.people[id] ?? id}`);
export const roomChip = (id, label) => el("span", { class: "mention" }, `#${label ?? names.rooms[id] ?? id}`);

function token(inside) {
  const bar = inside.indexOf("|");
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : unescape(inside.slice(bar + 1));
  if (target.startsWith("@")) return userChip(target.slice(1));
  if (target.startsWith("#")) return roomChip(target.slice(1), label);
  if (target.startsWith("!subteam^")) return el("span", { class: "mention" }, `@${names.groups[target.slice(9)] ?? label ?? target}`);
  if (target.startsWith("!date^")) return document.createTextNode(label ?? target);
  if (target.startsWith("!")) return el("span", { class: "mention loud" }, `@${target.slice(1)}`);
  return link(unescape(target), label);
}

// A sign opens after a space, a bracket or punctuation and closes before one: `超过*200*元` stays as it is typed.
const EDGE = /[\s!-/:-@[-`{-~]/;
const STYLES = { "*": "strong", "_": "em", "~": "s" };

function inline(text) {
  const out = document.createDocumentFragment();
  let pending = "";
  const flush = () => { if (pending) out.append(lines(unescape(emoji(pending)))); pending = ""; };
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    if (sign === "<") {
      const end = text.indexOf(">", i);
      if (end > i + 1) { flush(); out.append(token(text.slice(i + 1, end))); i = end; continue; }
    }
    if (sign === "`") {
      const end = text.indexOf("`", i + 1);
      if (end > i + 1) { flush(); out.append(el("code", {}, unescape(text.slice(i + 1, end)))); i = end; continue; }
    }
    const end = STYLES[sign] ? closing(text, i) : -1;
    if (end > 0) { flush(); out.append(el(STYLES[sign], {}, inline(text.slice(i + 1, end)))); i = end; continue; }
    pending += sign;
  }
  flush();
  return out;
}

function closing(text, start) {
  const sign = text[start];
  if (start > 0 && !EDGE.test(text[start - 1])) return -1;
  if (start + 1 >= text.length || /\s/.test(text[start + 1]) || text[start + 1] === sign) return -1;
  for (let i = start + 2; i < text.length && text[i] !== "\n"; i += 1) {
    const after = text[i + 1];
    if (text[i] === sign && !/\s/.test(text[i - 1]) && (after === undefined || EDGE.test(after))) return i;
  }
  return -1;
}

export function mrkdwn(text) {
  const out = document.createDocumentFragment();
  text.split("```").forEach((part, i, parts) => {
    if (i % 2 && i < parts.length - 1) { out.append(el("pre", {}, unescape(part.replace(/^\n/, "")))); return; }
    out.append(quoted(i % 2 ? "```" + part : part));
  });
  return out;
}

function quoted(text) {
  const out = document.createDocumentFragment();
  const runs = [];
  for (const line of text.split("\n")) {
    const quote = /^(&gt;|>) ?/.exec(line);
    const body = quote ? line.slice(quote[0].length) : line;
    const last = runs.at(-1);
    if (last && last.quote === Boolean(quote)) last.lines.push(body);
    else runs.push({ quote: Boolean(quote), lines: [body] });
  }
  for (const run of runs) {
    const body = inline(run.lines.join("\n"));
    out.append(run.quote ? el("blockquote", {}, body) : body);
  }
  return out;
}

const SPAN = /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\n]+)\*|~~([^~\n]+)~~|\[([^\]\n]{1,500})\]\(([^)\s]{1,2000})\)|<([^>\n]{1,2000})>/g;

function spans(text) {
  const out = document.createDocumentFragment();
  let end = 0;
  for (const found of text.matchAll(SPAN)) {
    out.append(unescape(emoji(text.slice(end, found.index))));
    const [, code, bold, bold2, italic, strike, label, url, inside] = found;
    if (code) out.append(el("code", {}, unescape(code)));
    else if (bold || bold2) out.append(el("strong", {}, spans(bold ?? bold2)));
    else if (italic) out.append(el("em", {}, spans(italic)));
    else if (strike) out.append(el("s", {}, spans(strike)));
    else if (label) out.append(link(unescape(url), unescape(label)));
    else out.append(token(inside));
    end = found.index + found[0].length;
  }
  out.append(unescape(emoji(text.slice(end))));
  return out;
}

const ROW = /^\s*\|.*\|\s*$/;
const cells = (line) => line.trim().slice(1, -1).split("|").map((cell) => cell.trim());

export function markdown(text) {
  const out = el("div", { class: "markdown" });
  const rows = text.split("\n");
  let list = null;
  for (let i = 0; i < rows.length; i += 1) {
    const line = rows[i];
    const item = /^\s*([-*]|\d+[.)])\s+(.*)$/.exec(line);
    if (!item) list = null;
    if (line.startsWith("```")) {
      const end = rows.findIndex((row, j) => j > i && row.startsWith("```"));
      const stop = end < 0 ? rows.length : end;
      out.append(el("pre", {}, unescape(rows.slice(i + 1, stop).join("\n"))));
      i = stop;
    } else if (/^#{1,6}\s/.test(line)) out.append(el("h4", {}, spans(line.replace(/^#+\s+/, ""))));
    else if (item) {
      const kind = /\d/.test(item[1]) ? "ol" : "ul";
      if (!list || list.tagName.toLowerCase() !== kind) { list = el(kind); out.append(list); }
      list.append(el("li", {}, spans(item[2])));
    } else if (ROW.test(line)) {
      let stop = i;
      while (stop + 1 < rows.length && ROW.test(rows[stop + 1])) stop += 1;
      const body = rows.slice(i, stop + 1).filter((row) => !/^[\s|:-]+$/.test(row)).map(cells);
      out.append(table(body.map((row) => row.map(spans))));
      i = stop;
    } else if (/^(>|&gt;)/.test(line)) out.append(el("blockquote", {}, spans(line.replace(/^(>|&gt;)\s?/, ""))));
    else if (line.trim()) out.append(el("p", {}, spans(line)));
  }
  return out;
}

export function table(rows) {
  const [head = [], ...body] = rows;
  return el("div", { class: "table" }, el("table", {},
    el("thead", {}, el("tr", {}, ...head.map((cell) => el("th", {}, cell)))),
    el("tbody", {}, ...body.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell)))))));
}
