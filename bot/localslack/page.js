// The page: asks for a snapshot after each change and draws what differs. Where one is stands in the address's hash.

import { blocks } from "./page.blocks.js";
import { composer } from "./page.composer.js";
import { act, el, keyed } from "./page.dom.js";
import { avatar, drawMessage, statusLine } from "./page.message.js";
import { drawModal } from "./page.modal.js";
import { names } from "./page.mrkdwn.js";

const $ = (id) => document.getElementById(id);
const at = new URLSearchParams(location.hash.slice(1));
const page = { me: "", bot: {}, shortcuts: [], openThread: (ts) => go({ thread: ts }), edit };
let now = null;

function go(where) {
  for (const [name, value] of Object.entries(where)) value ? at.set(name, value) : at.delete(name);
  history.replaceState(null, "", `#${at}`);
  refresh();
}

let asked = 0;
async function refresh() {
  const turn = (asked += 1);
  const query = new URLSearchParams({ user: at.get("user") ?? "", room: at.get("room") ?? "", thread: at.get("thread") ?? "" });
  const response = await fetch(`/control/snapshot?${query}`);
  if (turn !== asked || !response.ok) return;
  now = await response.json();
  Object.assign(page, { me: now.me, bot: now.bot, shortcuts: now.shortcuts });
  names.people = now.people;
  names.groups = now.groups;
  names.bot = now.bot.id;
  names.rooms = Object.fromEntries(now.rooms.map((room) => [room.id, room.name]));
  draw();
}

function draw() {
  const room = now.rooms.find((one) => one.id === now.room);
  const home = room.kind === "im" && at.get("tab") === "home";
  $("team").textContent = now.team;
  $("connection").className = now.bot.connections ? "on" : "off";
  $("connection").textContent = now.bot.connections ? `${now.bot.name} connected` : `${now.bot.name} offline`;
  drawSwitcher();
  drawRooms(room);
  drawHead(room, home);
  $("room-composer").hidden = home;
  $("messages").classList.toggle("home", home);
  if (home) drawHome();
  else keyed($("messages"), now.messages.map((item) => ({ key: item.ts + page.me, item })), (item) => drawMessage(item, page, false));
  drawThread(room);
  drawModal(now.modals, page.me);
}

function drawSwitcher() {
  if ($("me").options.length !== now.users.length) {
    $("me").replaceChildren(...now.users.map((id) => el("option", { value: id }, now.people[id])));
  }
  $("me").value = now.me;
}

function drawRooms(current) {
  const entry = (room) => el("button", { class: room.id === current.id ? "current" : "", "data-room": room.id, onclick: () => go({ room: room.id, thread: "", tab: "" }) },
    room.kind === "im" ? el("span", {}, "◆ ", now.bot.name) : `${room.kind === "group" ? "🔒" : "#"} ${room.name}${room.shared ? " ⇄" : ""}`);
  $("channels").replaceChildren(...now.rooms.filter((room) => room.kind !== "im").map(entry));
  $("directs").replaceChildren(...now.rooms.filter((room) => room.kind === "im").map(entry));
}

function drawHead(room, home) {
  const tab = (label, name, on) => el("button", { class: `tab ${on ? "on" : ""}`, onclick: () => {
    go({ tab: name, thread: "" });
    act("home", { user: page.me, tab: name || "messages" });
  } }, label);
  const title = room.kind === "im" ? [avatar(now.bot.id), el("strong", {}, now.bot.name), tab("Home", "home", home), tab("Messages", "", !home)]
    : [el("strong", {}, `${room.kind === "group" ? "🔒" : "#"} ${room.name}`), el("span", { class: "faint" }, ` ${room.members} members${room.topic ? ` · ${room.topic}` : ""}`)];
  $("room-head").replaceChildren(...title);
}

function drawHome() {
  const view = now.home;
  const use = (one, block, value) => act("click", { user: page.me, view_id: view.id, action_id: one.action_id, value });
  const items = view ? [{ key: `home-${view.id}`, item: view }] : [{ key: "none", item: {} }];
  keyed($("messages"), items, (item) => (item.blocks ? el("div", { class: "home-view" }, blocks(item.blocks, use)) : el("p", { class: "faint" }, "The app has not published a Home tab for you yet.")));
}

function drawThread(room) {
  const open = Boolean(at.get("thread") && now.thread.length);
  $("thread").hidden = !open;
  if (!open) return;
  $("thread-room").textContent = room.kind === "im" ? now.bot.name : `#${room.name}`;
  const items = now.thread.map((item) => ({ key: item.ts + page.me, item }));
  if (now.status) items.push({ key: "status", item: now.status });
  keyed($("replies"), items, (item) => (item.ts ? drawMessage(item, page, true) : statusLine({ ...item, status: `${now.bot.name} ${item.status}` })));
}

async function edit(message) {
  const typed = message.text.replaceAll(/<@([A-Z0-9]+)>/g, (_, id) => `@${now.people[id] ?? id}`).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  const box = el("textarea", { rows: 3, value: typed });
  const done = () => cover.remove();
  const save = () => { done(); act("edit", { user: page.me, ts: message.ts, text: box.value, typed: true }); };
  const cover = el("div", { class: "overlay above" }, el("div", { class: "dialog small" }, el("header", {}, el("h3", {}, "Edit message")),
    el("div", { class: "dialog-body" }, box), el("footer", {}, el("button", { class: "button", onclick: done }, "Cancel"), el("button", { class: "button primary", onclick: save }, "Save"))));
  document.body.append(cover);
  box.focus();
}

// A question opens its thread, where the answer will grow.
const opened = (text, ts) => {
  if (ts && (text.includes(`@${now.bot.name}`) || now.rooms.find((room) => room.id === now.room)?.kind === "im")) go({ thread: ts });
};
const offers = () => [`@${now.bot.name}`, ...now.users.filter((id) => id !== now.me).map((id) => `@${now.people[id]}`), ...now.commands];
$("room-composer").append(composer("Write a message; @ mentions the app", () => ({ user: page.me, channel: now.room }), offers, opened));
$("thread-composer").append(composer("Reply in thread", () => ({ user: page.me, channel: now.room, thread_ts: at.get("thread") }), offers));
$("me").addEventListener("change", (event) => go({ user: event.target.value, thread: "" }));
$("thread-close").addEventListener("click", () => go({ thread: "" }));
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu:not([hidden])")) {
    if (!menu.parentElement.contains(event.target)) menu.hidden = true;
  }
});

await refresh();
let planned = false;
new EventSource("/control/changes").addEventListener("message", () => {
  if (planned) return;
  planned = true;
  requestAnimationFrame(() => { planned = false; refresh(); });
});
