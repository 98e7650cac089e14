import { html } from 'hono/html'

import { showBusiness } from '../graph/phone.ts'
import { sampleMessages } from '../graph/samples.ts'
import type { PhoneMessage, SimulatedBusiness } from '../graph/simulation.ts'
import type { Html } from '../page/page.ts'

type Chat = ReturnType<typeof showBusiness>['chats'][number]

/** What changes of the phones' page: its script puts each part into the element with that id. */
export function phoneScreen(
  all: SimulatedBusiness[],
  { phone = '', number = '' }: { phone?: string | undefined; number?: string | undefined },
): Html {
  const businesses = all.map(showBusiness)
  const business = businesses.find(({ phoneNumberId }) => phoneNumberId === phone) ?? businesses[0]
  const chats = (business?.chats ?? []).toSorted((a, b) => lastAt(b).localeCompare(lastAt(a)))
  const dialled = `+${number.replaceAll(/\D/g, '')}`
  const chat = chats.find(({ phoneNumber }) => phoneNumber === dialled) ?? chats[0]
  const { phoneNumberId = '', name = 'No business', displayPhoneNumber = '' } = business ?? {}
  return html`<select data-part="business">
      ${businesses.map(
        (one) =>
          html`<option value="${one.phoneNumberId}" ${one === business ? html`selected` : ''}>
            ${one.name} · ${one.displayPhoneNumber}
          </option>`,
      )}
    </select>
    <p data-part="nobody">${business === undefined ? noBusiness : ''}</p>
    <ul data-part="people">
      ${chats.map((one) => personOf(one, one === chat))}
    </ul>
    <span data-part="face">${name.slice(0, 1).toUpperCase()}</span>
    <h1 data-part="business-name">${name}</h1>
    <p data-part="presence">
      ${chat?.isTyping === true ? 'typing…' : html`<bdi>${displayPhoneNumber}</bdi>`}
    </p>
    <div
      data-part="log"
      data-phone="${phoneNumberId}"
      data-number="${chat?.phoneNumber ?? ''}"
      data-unread="${chat?.unread ?? 0}"
      data-marketing="${chat?.wantsMarketing === false ? 'stop' : 'resume'}"
    >
      ${chat?.messages.map((message) => bubbleOf(message, { phoneNumberId, chat }))}
    </div>
    <p data-part="window">${chat && windowOf(chat)}</p>`
}

const noBusiness =
  'No business has a number yet. Sign in to the app with any phone number, then come back.'

const lastAt = ({ messages }: Chat) => messages.at(-1)?.at ?? ''

/** A contact in the list. */
function personOf({ phoneNumber, name, username, unread, messages }: Chat, isOpen: boolean): Html {
  const last = messages.at(-1)
  return html`<li>
    <button
      type="button"
      class="row"
      data-number="${phoneNumber}"
      ${isOpen ? html`aria-current="true"` : ''}
    >
      <strong dir="${name === '' ? 'ltr' : 'auto'}">${name || username || phoneNumber}</strong>
      ${unread > 0 ? html`<span class="badge" title="${unread} unread">${unread}</span>` : ''}
      <span class="wide soft" dir="auto">${last === undefined ? phoneNumber : preview(last)}</span>
    </button>
  </li>`
}

const deleted = 'This message was deleted'

/** Labels of messages whose type is not obvious. */
const labels: Record<string, { label: string } | undefined> = {
  ...sampleMessages,
  template: { label: 'Template' },
  location: { label: 'Location' },
  sticker: { label: 'Sticker' },
  json: { label: 'As JSON' },
}

/** A message in a line. */
const preview = ({ text, type, media, isDeleted }: PhoneMessage): string =>
  isDeleted === true ? deleted : text || media?.fileName || labels[type]?.label || type

/** The texts and captions that can be written anew. */
const editable = new Set(['text', 'image', 'video', 'document'])

const paragraph = (text: string, kind = ''): Html | '' =>
  text === '' ? '' : html`<p class="${kind}" dir="auto">${text}</p>`

/** A message in its bubble. */
function bubbleOf(
  message: PhoneMessage,
  { phoneNumberId, chat }: { phoneNumberId: string; chat: Chat },
): Html {
  const { id, from, text, type, at, replyTo, changedAt, isDeleted = false, reaction } = message
  const quoted = chat.messages.find((one) => one.id === replyTo)
  const act = (name: string, label: Html | string) =>
    html`<button type="button" data-act="${name}">${label}</button>`
  return html`<article
    class="message ${from === 'customer' ? 'own' : ''}"
    data-id="${id}"
    data-by="${from}"
    data-text="${text}"
    data-preview="${preview(message)}"
  >
    <span class="hidden">${from === 'customer' ? 'You' : 'Business'}:</span>
    ${quoted && paragraph(preview(quoted), 'quote')} ${mediaOf(message, phoneNumberId)}
    ${paragraph(text)} ${isDeleted ? paragraph(deleted, 'soft') : ''} ${choicesOf(message)}
    <footer>
      ${reaction && html`<span class="reaction">${reaction}</span>`}
      ${changedAt !== undefined && !isDeleted ? html`<span>Edited</span>` : ''}
      ${labels[type] && html`<span>${labels[type].label}</span>`}
      <time datetime="${at}">${clock.format(new Date(at))}</time> ${tickOf(message)}
    </footer>
    ${
      isDeleted
        ? ''
        : html`<div class="acts">
            ${act('reply', 'Reply')} ${editable.has(type) ? act('edit', 'Edit') : ''}
            ${act('delete', 'Delete')}
            ${act('react', html`<span role="img" aria-label="React with a thumb">👍</span>`)}
          </div>`
    }
  </article>`
}

function mediaOf({ media, text }: PhoneMessage, phoneNumberId: string): Html | '' {
  if (media === undefined) return ''
  const src = `/simulator/phone/media/${phoneNumberId}/${media.id}`
  const name = media.fileName ?? 'File'
  const [kind] = media.mimeType.split('/')
  if (kind === 'image') return html`<img src="${src}" alt="${text || name}" />`
  if (kind === 'audio') return html`<audio src="${src}" controls></audio>`
  if (kind === 'video') return html`<video src="${src}" controls></video>`
  return html`<a href="${src}" download="${name}">${name}</a>`
}

function choicesOf({ choices = [], opens }: PhoneMessage): Html | '' {
  if (choices.length === 0) return ''
  const buttons = html`<div class="endings">
    ${choices.map(
      ({ id, title }) =>
        html`<button type="button" data-act="choose" data-choice="${id}">${title}</button>`,
    )}
  </div>`
  // As on a real phone, a list is behind a button of its own.
  if (opens === undefined) return buttons
  return html`<details>
    <summary>${opens}</summary>
    ${buttons}
  </details>`
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, { weekday: 'short' })

const ticks = {
  sent: ['✓', 'Sent'],
  delivered: ['✓✓', 'Delivered'],
  read: ['✓✓', 'Read'],
  failed: ['!', 'Not delivered'],
} as const

function tickOf({ from, status }: PhoneMessage): Html {
  const [tick, name] = ticks[status]
  return html`<span class="${status}" title="${name}"
    ><span aria-hidden="true">${tick}</span
    ><span class="hidden">${from === 'customer' ? 'You: ' : ''}${name}</span></span
  >`
}

/** Until when free text reaches the contact. */
function windowOf({ windowExpiresAt }: Chat): string {
  if (windowExpiresAt === null) {
    return 'Write first: until then the business can send templates only.'
  }
  const until = new Date(windowExpiresAt)
  return until > new Date()
    ? `Free text is delivered until ${day.format(until)}, ${clock.format(until)}.`
    : 'The 24-hour window is closed: only templates are delivered.'
}
