import { Hono, type Context } from 'hono'
import { html } from 'hono/html'
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'

import { attachmentHeader } from '../../../src/platform/http/downloads.ts'
import { Problem } from '../../../src/platform/http/problem.ts'
import { navigation, showPage, type Html } from '../page/page.ts'
import { createPageEvents, streamEvents } from '../page/stream-events.ts'

/** A received mail. */
interface TakenLetter {
  id: string
  at: Date
  /** The SMTP envelope, which may differ from the headers of the mail. */
  envelope: { from: string; to: string[] }
  raw: Uint8Array
  mail: Email
}

export type Inbox = ReturnType<typeof createInbox>

/** Limits the memory that mails take. */
const maxLetters = 200

/** The mails of this process, which are kept in memory only. */
export function createInbox() {
  /** Newest first. */
  const letters: TakenLetter[] = []
  const events = createPageEvents()
  let count = 0
  return {
    letters,
    events,
    async add(envelope: TakenLetter['envelope'], raw: Uint8Array) {
      const mail = await PostalMime.parse(raw)
      count += 1
      letters.unshift({ id: String(count), at: new Date(), envelope, raw, mail })
      letters.length = Math.min(letters.length, maxLetters)
      events.emit('happened', 'change')
    },
    clear() {
      letters.length = 0
      events.emit('happened', 'change')
    },
  }
}

/** The bytes of an attachment, however the parser keeps them. */
function bytesOf({ content }: Attachment): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
}

/** A mail may show its own pictures and styles, and do nothing else. */
const letterPolicy =
  "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'"

/** /simulator/mail: the mails that the local mail server has received. */
export function inboxRoutes(inbox: Inbox, port: number, closing: AbortSignal) {
  return new Hono()
    .get('/', (c) => {
      const { letters } = inbox
      const title = letters.length === 0 ? 'Inbox' : `Inbox (${letters.length})`
      return showPage(c, { title, body: inboxPage(letters, port), script: 'inbox.js' })
    })
    .get('/letters', (c) => c.json({ items: inbox.letters.map(toItem) }))
    .get('/events', (c) => streamEvents(c, inbox.events, closing))
    .post('/clear', (c) => {
      inbox.clear()
      return c.redirect('/simulator/mail', 303)
    })
    .get('/:id', (c) => {
      const letter = find(c)
      const [first = 'source'] = viewsOf(letter)
      const body = letterPage(letter, views.find((view) => view === c.req.query('view')) ?? first)
      const policy = { 'frame-src': "'self'" }
      return showPage(c, { title: letter.mail.subject ?? 'Letter', body, policy })
    })
    .get('/:id/html', (c) => {
      c.header('content-security-policy', letterPolicy)
      return c.html(find(c).mail.html ?? '')
    })
    .get('/:id/attachments/:index', (c) => {
      const file = find(c).mail.attachments[Number(c.req.param('index'))]
      if (file === undefined) throw new Problem('not_found')
      return c.body(bytesOf(file), 200, {
        'content-type': file.mimeType,
        'content-disposition': attachmentHeader(file.filename ?? 'attachment'),
        'content-security-policy': 'sandbox',
      })
    })

  function find(c: Context): TakenLetter {
    const letter = inbox.letters.find(({ id }) => id === c.req.param('id'))
    if (letter === undefined) throw new Problem('not_found')
    return letter
  }
}

/** A mail as JSON. */
function toItem({ id, at, envelope, mail }: TakenLetter) {
  const { subject = '', text = '', html: page = '' } = mail
  return { id, at, ...envelope, subject, text, html: page }
}

/** The views of a mail's body. */
const viewNames = { html: 'HTML', text: 'Text', source: 'Source' }
type View = keyof typeof viewNames
const views = Object.keys(viewNames) as View[]

/** All letters, newest first. */
const inboxPage = (letters: TakenLetter[], port: number): Html =>
  html`${navigation('/simulator/mail')}
    <main>
      <div class="bar">
        <h1>Inbox</h1>
        <form method="post" action="/simulator/mail/clear"><button>Delete all</button></form>
      </div>
      <p class="soft">
        What the product mails on this machine. As a mail server take host <code>localhost</code>,
        port <code>${port}</code>, no encryption, any user name and password.
      </p>
      <div id="letters" aria-live="polite">
        ${
          letters.length === 0
            ? html`<p>No letter yet.</p>`
            : html`<ul class="rows">
                ${letters.map(row)}
              </ul>`
        }
      </div>
    </main>`

const row = ({ id, at, envelope, mail }: TakenLetter): Html =>
  html`<li>
    <a class="row" href="/simulator/mail/${id}">
      <strong dir="auto">${mail.subject || '(no subject)'}</strong>
      ${time(at)}
      <span class="wide soft">to ${envelope.to.join(', ')}</span>
    </a>
  </li>`

const time = (at: Date): Html =>
  html`<time class="soft" datetime="${at.toISOString()}"
    >${at.toISOString().slice(0, 19).replace('T', ' ')} UTC</time
  >`

/** One letter, in one of its views. */
const letterPage = (letter: TakenLetter, view: View): Html =>
  html`${navigation('/simulator/mail')}
    <main>
      <p><a href="/simulator/mail">Inbox</a></p>
      <h1 dir="auto">${letter.mail.subject || '(no subject)'}</h1>
      <dl>
        ${headersOf(letter).map(
          ([name, value]) =>
            html`<dt>${name}</dt>
              <dd dir="auto">${value}</dd>`,
        )}
        <dt>Taken</dt>
        <dd>${time(letter.at)}</dd>
      </dl>
      ${attachments(letter)}
      <nav class="bar" aria-label="Views">
        ${viewsOf(letter).map(
          (each) =>
            html`<a
              class="button"
              href="/simulator/mail/${letter.id}?view=${each}"
              ${each === view ? html`aria-current="page"` : ''}
              >${viewNames[each]}</a
            >`,
        )}
      </nav>
      <div class="card">${body(letter, view)}</div>
    </main>`

/** The views that a letter has. */
const viewsOf = ({ mail }: TakenLetter): View[] =>
  views.filter((view) => view === 'source' || mail[view] !== undefined)

function headersOf({ envelope, mail }: TakenLetter): [string, string][] {
  const named = (addresses: (Address | undefined)[] = []) =>
    addresses.map((one) => [one?.name, one?.address].filter(Boolean).join(' · ')).join(', ')
  const all: [string, string][] = [
    ['From', named([mail.from]) || envelope.from],
    ['To', envelope.to.join(', ')],
    ['Cc', named(mail.cc)],
    ['Reply to', named(mail.replyTo)],
  ]
  return all.filter(([, value]) => value !== '')
}

const attachments = ({ id, mail }: TakenLetter): Html | '' =>
  mail.attachments.length === 0
    ? ''
    : html`<ul class="endings" aria-label="Attachments">
        ${mail.attachments.map(
          (file, index) =>
            html`<li>
              <a class="button" href="/simulator/mail/${id}/attachments/${index}" download
                >${file.filename ?? 'attachment'} · ${size(bytesOf(file).length)}</a
              >
            </li>`,
        )}
      </ul>`

const size = (bytes: number): string =>
  bytes < 1024 ? `${bytes} B` : `${Math.ceil(bytes / 1024)} KiB`

/** Shows the HTML of a mail in a sandboxed frame, which can run and load nothing. */
const body = ({ id, raw, mail }: TakenLetter, view: View): Html =>
  view === 'html'
    ? html`<iframe sandbox title="Letter" src="/simulator/mail/${id}/html"></iframe>`
    : html`<pre dir="auto">${view === 'text' ? mail.text : new TextDecoder().decode(raw)}</pre>`
