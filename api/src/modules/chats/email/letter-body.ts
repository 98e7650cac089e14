import type { Message } from '@errand/contract/chats/message'
import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

import { localTime } from '../../../platform/period/days.ts'
import {
  answersOf,
  authorName,
  type ChatContext,
  contactLine,
  contactName,
  contactPhone,
  type ExportedChat,
  mediaName,
  messageWords,
} from '../export/read-chats.ts'

/** The content of a mail about a chat. */
export interface LetterContent {
  note: string
  chat: ExportedChat
  messages: Message[]
  isCut: boolean
  context: ChatContext
}

const cutNote = 'Earlier messages are left out. Export the chat to get them all.'

/** The mail as plain text. */
export function letterText({ note, chat, messages, isCut, context }: LetterContent): string {
  const answers = answersOf(chat, context).map(({ label, text }) => `${label}: ${text}`)
  const lines = messages.map((message) => lineOf(message, chat, context)).join('')
  return [note, contactLine(chat, context), answers.join('\n'), isCut ? cutNote : '', lines]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Kept simple, as mail programs support few styles. */
const style =
  'body{font:15px/1.5 sans-serif;color:#1a1d21}ol{list-style:none;padding:0}' +
  'li{margin:8px 0;padding:8px 12px;background:#f1f3f5;border-radius:8px}li.out{background:#dcf3e3}' +
  'p{margin:0}p[dir]{white-space:pre-wrap}.quiet{color:#5c6670;font-size:13px}' +
  '.remark{background:#fff4d6;padding:4px 8px}dt{color:#5c6670}dd{margin:0 0 8px}'

/** The mail as HTML; everything from the chat is escaped. */
export async function letterHtml(content: LetterContent): Promise<string> {
  const { note, chat, messages, isCut, context } = content
  const items = messages.map((message) => messageHtml(message, chat, context))
  const body = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${contactName(chat)}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        ${
          note === ''
            ? ''
            : html`<p dir="auto">${note}</p>
                <hr />`
        }
        ${chatHtml(chat, context)} ${isCut ? html`<p class="quiet">${cutNote}</p>` : ''}
        ${
          items.length === 0
            ? ''
            : html`<ol>
                ${items}
              </ol>`
        }
      </body>
    </html>`
  return String(body)
}

/** One message with the owner's notes on it, ending in a new line. */
export function lineOf(message: Message, chat: ExportedChat, context: ChatContext): string {
  const author = authorName(message, chat, context)
  const file = mediaName(message)
  const words = [file === undefined ? '' : `${file} (file attached)`, messageWords(message)]
  const said = words.filter((part) => part !== '').join('\n')
  const by = author === undefined ? '' : `${author}: `
  const failed = message.status === 'failed' ? ' (not delivered)' : ''
  const remarks = message.remarks.map(({ text }) => `    [Only you] ${text}\n`).join('')
  return `${clock(message, context)} - ${by}${said}${failed}\n${remarks}`
}

/** `21/11/2026, 17:30`. */
function clock({ createdAt }: Message, { timeZone }: ChatContext): string {
  const [date = '', time = ''] = localTime(new Date(createdAt), timeZone).split(' ')
  return `${date.split('-').toReversed().join('/')}, ${time.slice(0, 5)}`
}

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

/** The contact of a chat, and its answers. */
function chatHtml(chat: ExportedChat, context: ChatContext): Html {
  const { jobName } = chat
  const answers = answersOf(chat, context).map(
    ({ label, text }) =>
      html`<dt>${label}</dt>
        <dd dir="auto">${text}</dd>`,
  )
  return html`<h1 dir="auto">${contactName(chat)}</h1>
    <p class="quiet">
      ${[contactPhone(chat, context), jobName].filter((part) => part).join(' · ')}
    </p>
    ${answers.length === 0 ? '' : html`<dl>${answers}</dl>`}`
}

/** One message of a letter. */
function messageHtml(message: Message, chat: ExportedChat, context: ChatContext): Html {
  const author = authorName(message, chat, context)
  const kind = author === undefined ? 'system' : message.direction
  const time = localTime(new Date(message.createdAt), context.timeZone).slice(0, 16)
  const file = mediaName(message)
  const words = messageWords(message)
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
