import { html, raw } from 'hono/html'

import type { OutgoingEmail } from './mailer.ts'

/** An e-mail notice to an owner, with a link to the page where they can act on it. */
interface Notice {
  to: string
  subject: string
  paragraphs: string[]
  link: { href: string; label: string }
  attachments?: OutgoingEmail['attachments']
}

/** A notice as an e-mail, without its sender. */
export type NoticeEmail = Pick<
  OutgoingEmail,
  'to' | 'cc' | 'subject' | 'text' | 'html' | 'attachments'
>

/** Mail programs support little more CSS than this. */
const styleSheet = 'body{max-width:36em;margin:24px;font:15px/1.5 sans-serif}p{margin:0 0 16px}'

/** Writes a notice as text and as HTML; texts of other people are escaped. */
export async function writeNotice(notice: Notice): Promise<NoticeEmail> {
  const { to, subject, paragraphs, link, attachments = [] } = notice
  const body = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
        <style>
          ${raw(styleSheet)}
        </style>
      </head>
      <body>
        ${paragraphs.map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}
        <p><a href="${link.href}">${link.label}</a></p>
      </body>
    </html>`
  const text = [...paragraphs, `${link.label}: ${link.href}`].join('\n\n')
  return { to: [to], cc: [], subject, text: `${text}\n`, html: String(body), attachments }
}
