import type { Message } from '@errand/contract/chats/message'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { localTime } from '../../../period/days.ts'
import type { ExportedChat, Piece } from '../read-chats.ts'
import {
  answersOf,
  authorName,
  contactName,
  contactPhone,
  encode,
  mediaName,
  wordsOf,
  type FileContext,
  type WriteFormat,
} from './format.ts'

/** A page to read and to print; whatever was written in the chats stands there as text. */
export const writeHtmlFile: WriteFormat = (pieces, context) => encode(textsOf(pieces, context))

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

async function* textsOf(pieces: AsyncIterable<Piece>, context: FileContext) {
  yield head
  let chats = 0
  for await (const piece of pieces) {
    if (piece.type === 'message') {
      yield String(await messageHtml(piece.message, piece.chat, context))
      continue
    }
    if (chats > 0) yield '</ol></section>'
    yield `<section>${await chatHtml(piece.chat, context)}<ol>`
    chats += 1
  }
  yield `${chats > 0 ? '</ol></section>' : ''}</body></html>\n`
}

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#1a1d21}
h1{font-size:1.25rem;margin:0}section+section{margin-top:3rem;break-before:page}
.quiet{color:#5c6670;font-size:.85rem;margin:.25rem 0}dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem}
dt{color:#5c6670}dd{margin:0;overflow-wrap:anywhere}ol{list-style:none;padding:0}
li{margin:.5rem 0;padding:.5rem .75rem;border-radius:.5rem;background:#f1f3f5;max-width:80%;width:fit-content;break-inside:avoid}
li.out{margin-left:auto;background:#dcf3e3}li.system{margin-inline:auto;background:none;font-size:.85rem;color:#5c6670}
li.failed{outline:1px solid #b42318}p{margin:0;overflow-wrap:anywhere}p[dir]{white-space:pre-wrap}
.remark{margin-top:.25rem;padding:.25rem .5rem;background:#fff4d6;border-radius:.25rem}
@media print{body{margin:0;max-width:none}li,.remark{border:1px solid #d5dae0;background:none}}`

const head = `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Chats</title><style>${style}</style></head><body>`

/** Who a chat is with, and what it collected. */
export function chatHtml(chat: ExportedChat, context: FileContext): Html {
  const { jobName } = chat
  const answers = answersOf(chat, context).map(
    ({ label, text }) =>
      html`<dt>${label}</dt>
        <dd dir="auto">${text}</dd>`,
  )
  return html`<h1 dir="auto">${contactName(chat)}</h1>
    <p class="quiet">
      ${contactPhone(chat, context)}${jobName === undefined ? '' : ` · ${jobName}`}
    </p>
    ${answers.length === 0 ? '' : html`<dl>${answers}</dl>`}`
}

/** One message of a page. */
export function messageHtml(message: Message, chat: ExportedChat, context: FileContext): Html {
  const author = authorName(message, chat, context)
  const kind = author === undefined ? 'system' : message.direction
  const time = localTime(new Date(message.createdAt), context.timeZone).slice(0, 16)
  const file = mediaName(message)
  const words = wordsOf(message)
  return html`<li class="${kind}${message.status === 'failed' ? ' failed' : ''}">
    <p class="quiet">
      ${author === undefined ? '' : `${author} · `}<time datetime="${message.createdAt}"
        >${time}</time
      >${message.status === 'failed' ? ' · not delivered' : ''}
    </p>
    ${file === undefined ? '' : html`<p class="quiet">File: ${file}</p>`}${words === '' ? '' : html`<p dir="auto">${words}</p>`}
    ${message.remarks.map(({ text }) => html`<p class="remark" dir="auto">Only you: ${text}</p>`)}
  </li> `
}
