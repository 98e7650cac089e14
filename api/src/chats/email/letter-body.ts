import { html } from 'hono/html'

import { answersOf, contactName, contactPhone } from '../export/formats/format.ts'
import { chatHtml, messageHtml } from '../export/formats/html.ts'
import { lineOf } from '../export/formats/text.ts'
import type { LetterContent } from './chat-letter.ts'

const cutNote = 'Earlier messages are left out. Export the chat to have them all.'

/** The letter for programs that show no HTML. */
export function letterText({ note, chat, messages, isCut, context }: LetterContent): string {
  const answers = answersOf(chat, context).map(({ label, text }) => `${label}: ${text}`)
  const lines = messages.map((message) => lineOf(message, chat, context)).join('')
  return [
    note,
    `${contactName(chat)} (${contactPhone(chat, context)})`,
    answers.join('\n'),
    isCut ? cutNote : '',
    lines,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Mail programs take little more than this of a style sheet. */
const style =
  'body{font:15px/1.5 sans-serif;color:#1a1d21}ol{list-style:none;padding:0}' +
  'li{margin:8px 0;padding:8px 12px;background:#f1f3f5;border-radius:8px}li.out{background:#dcf3e3}' +
  'p{margin:0}p[dir]{white-space:pre-wrap}.quiet{color:#5c6670;font-size:13px}' +
  '.remark{background:#fff4d6;padding:4px 8px}dt{color:#5c6670}dd{margin:0 0 8px}'

/** The letter; whatever was written in the chat stands there as text. */
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
