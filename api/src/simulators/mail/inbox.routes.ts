import { Hono, type Context } from 'hono'
import { streamSSE } from 'hono/streaming'

import { attachment } from '../../http/downloads.ts'
import { Problem } from '../../http/problem.ts'
import { showPage } from '../page/page.ts'
import { inboxPage, letterPage, views, viewsOf } from './inbox-page.ts'
import { bytesOf, type Inbox, type TakenLetter } from './inbox.ts'

/** A letter may show its own pictures and styles, and nothing else happens. */
const letterPolicy =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** /simulator/mail: the letters that the local mail server took. */
export function inboxRoutes(inbox: Inbox, port: number, closing: AbortSignal) {
  const routes = new Hono()
  return routes
    .get('/', (c) => {
      const letters = inbox.list()
      const title = letters.length === 0 ? 'Inbox' : `Inbox (${letters.length})`
      return showPage(c, { title, body: inboxPage(letters, port), script: 'inbox.js' })
    })
    .get('/letters', (c) => c.json({ items: inbox.list().map((letter) => toItem(letter)) }))
    .get('/events', (c) =>
      streamSSE(c, async (stream) => {
        const ended = Promise.withResolvers<void>()
        const unwatch = inbox.watch(() => void stream.writeSSE({ event: 'change', data: '' }))
        stream.onAbort(ended.resolve)
        closing.addEventListener('abort', () => ended.resolve())
        await stream.writeSSE({ event: 'open', data: '' })
        await ended.promise
        unwatch()
      }),
    )
    .post('/clear', (c) => {
      inbox.clear()
      return c.redirect('/simulator/mail', 303)
    })
    .get('/:id', (c) => {
      const letter = find(c)
      const asked = views.find((view) => view === c.req.query('view'))
      const [first = 'source'] = viewsOf(letter)
      const body = letterPage(letter, asked ?? first)
      const policy = { 'frame-src': "'self'" }
      return showPage(c, { title: letter.mail.subject ?? 'Letter', body, policy })
    })
    .get('/:id/html', (c) => {
      c.header('content-security-policy', letterPolicy)
      return c.html(withPictures(find(c)))
    })
    .get('/:id/attachments/:index', (c) => {
      const file = find(c).mail.attachments[Number(c.req.param('index'))]
      if (file === undefined) throw new Problem('not_found')
      return c.body(bytesOf(file), 200, {
        'content-type': file.mimeType,
        'content-disposition': attachment(file.filename ?? 'attachment'),
        'content-security-policy': 'sandbox',
      })
    })

  function find(c: Context): TakenLetter {
    const letter = inbox.find(c.req.param('id') ?? '')
    if (letter === undefined) throw new Problem('not_found')
    return letter
  }
}

/** A letter for programs. */
function toItem({ id, at, envelope, mail }: TakenLetter) {
  return {
    id,
    at: at.toISOString(),
    from: envelope.from,
    to: envelope.to,
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map((file) => ({
      name: file.filename,
      mimeType: file.mimeType,
      bytes: bytesOf(file).length,
    })),
  }
}

/** Pictures that came with the letter, written into it: its frame can fetch nothing. */
function withPictures({ mail }: TakenLetter): string {
  let { html = '' } = mail
  for (const file of mail.attachments) {
    const id = file.contentId?.replace(/^<|>$/g, '')
    if (id === undefined || !file.mimeType.startsWith('image/')) continue
    const data = Buffer.from(bytesOf(file)).toString('base64')
    html = html.replaceAll(`cid:${id}`, `data:${file.mimeType};base64,${data}`)
  }
  return html
}
