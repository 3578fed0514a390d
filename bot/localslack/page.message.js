// One message with what hangs on it: blocks, reactions, the way into its thread, and its menu.

import { blocks } from "./page.blocks.js";
import { act, el, timeOf } from "./page.dom.js";
import { mrkdwn, names, plain } from "./page.mrkdwn.js";

export function avatar(id) {
  const name = names.people[id] ?? "?";
  const shade = [...(id ?? "")].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 6;
  return el("span", { class: `avatar ${id === names.bot ? "app" : `shade-${shade}`}`, "aria-hidden": "true" }, [...name][0]);
}

// `page` gives me, shortcuts, openThread(ts), edit(message); `inThread` hides the way into the thread.
export function drawMessage(message, page, inThread) {
  const use = (one, block, value) => act("click", { user: page.me, ts: message.ts, action_id: one.action_id, value });
  const body = message.blocks?.length ? blocks(message.blocks, use) : message.text ? el("div", { class: "block" }, mrkdwn(message.text)) : null;
  return el("article", { class: `message ${message._only_you ? "private" : ""}`, "data-ts": message.ts },
    avatar(message.user),
    el("div", { class: "grow" },
      message._only_you ? el("div", { class: "only-you" }, "👁 Only visible to you") : null,
      el("div", { class: "byline" },
        el("strong", {}, names.people[message.user] ?? message.user),
        message.bot_id ? el("span", { class: "badge" }, "APP") : null,
        el("time", { title: message.ts }, timeOf(message.ts))),
      el("div", { class: "body" }, body, message.edited ? el("span", { class: "edited" }, "(edited)") : null),
      message._streaming ? el("span", { class: "typing" }, "●●●") : null,
      message.reactions?.length ? el("div", { class: "reactions" }, ...message.reactions.map((one) => el("span", { class: "reaction" }, plain(`:${one.name}:`), ` ${one.count}`))) : null,
      !inThread && message.reply_count ? threadLink(message, page) : null,
      !inThread && message._status ? statusLine(message._status) : null),
    message._only_you ? null : tools(message, page, inThread));
}

export const statusLine = (status) => el("div", { class: "status" }, "● ", status.status || status.loading_messages?.[0] || "is thinking…");

function threadLink(message, page) {
  const count = `${message.reply_count} ${message.reply_count === 1 ? "reply" : "replies"}`;
  return el("button", { class: "thread-link", onclick: () => page.openThread(message.ts) },
    ...message.reply_users.slice(0, 4).map(avatar), el("b", {}, count), el("span", {}, ` Last reply ${timeOf(message.latest_reply)}`));
}

function tools(message, page, inThread) {
  const menu = el("div", { class: "menu left", hidden: true });
  const item = (label, go) => el("button", { onclick: () => { menu.hidden = true; go(); } }, label);
  for (const shortcut of page.shortcuts) {
    menu.append(item(`${shortcut.name} · ${page.bot.name}`, () => act("shortcut", { user: page.me, ts: message.ts, callback_id: shortcut.callback_id })));
  }
  menu.append(item("React with 👍", () => act("react", { user: page.me, ts: message.ts, name: "thumbsup" })));
  if (message.user === page.me) {
    menu.append(item("Edit message", () => page.edit(message)), item("Delete message", () => act("delete", { user: page.me, ts: message.ts })));
  }
  return el("div", { class: "tools" },
    inThread ? null : el("button", { title: "Reply in thread", "aria-label": "Reply in thread", onclick: () => page.openThread(message.ts) }, "💬"),
    el("button", { title: "More actions", "aria-label": "More actions", onclick: () => { menu.hidden = !menu.hidden; } }, "⋮"),
    menu);
}
