import { html } from 'hono/html'
import type { Address } from 'postal-mime'

import { navigation, type Html } from '../page/page.ts'
import { bytesOf, type TakenLetter } from './inbox.ts'

/** How the body of a letter is shown. */
export const views = ['html', 'text', 'source'] as const
export type View = (typeof views)[number]

const names: Record<View, string> = { html: 'HTML', text: 'Text', source: 'Source' }

/** All letters, newest first. */
export const inboxPage = (letters: TakenLetter[], port: number): Html =>
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
            ? html`<div class="card empty">
                <p>No letter yet.</p>
              </div>`
            : html`<ul class="letters">
                ${letters.map((letter) => row(letter))}
              </ul>`
        }
      </div>
    </main>`

const row = ({ id, at, envelope, mail }: TakenLetter): Html =>
  html`<li>
    <a href="/simulator/mail/${id}">
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
export const letterPage = (letter: TakenLetter, view: View): Html =>
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
      <nav class="files" aria-label="Views">
        ${viewsOf(letter).map(
          (each) =>
            html`<a
              class="button"
              href="/simulator/mail/${letter.id}?view=${each}"
              ${each === view ? html`aria-current="page"` : ''}
              >${names[each]}</a
            >`,
        )}
      </nav>
      <div class="card">${body(letter, view)}</div>
    </main>`

/** The views that a letter has. */
export const viewsOf = ({ mail }: TakenLetter): View[] =>
  views.filter((view) => view === 'source' || mail[view] !== undefined)

function headersOf({ envelope, mail }: TakenLetter): [string, string][] {
  const named = (address: Address | undefined) =>
    [address?.name, address?.address].filter(Boolean).join(' · ')
  const all: [string, string][] = [
    ['From', named(mail.from) || envelope.from],
    ['To', envelope.to.join(', ')],
    ['Cc', (mail.cc ?? []).map((each) => named(each)).join(', ')],
    ['Reply to', (mail.replyTo ?? []).map((each) => named(each)).join(', ')],
  ]
  return all.filter(([, value]) => value !== '')
}

const attachments = ({ id, mail }: TakenLetter): Html | '' =>
  mail.attachments.length === 0
    ? ''
    : html`<ul class="files" aria-label="Attachments">
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

/** What somebody else wrote stays in a frame that can run nothing and reach nothing. */
const body = ({ id, raw, mail }: TakenLetter, view: View): Html =>
  view === 'html'
    ? html`<iframe sandbox title="Letter" src="/simulator/mail/${id}/html"></iframe>`
    : html`<pre dir="auto">${view === 'text' ? mail.text : new TextDecoder().decode(raw)}</pre>`
