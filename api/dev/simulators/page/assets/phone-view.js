// Draws a phone. Every text is set as text content, because it comes from users.

export function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

const ticks = { sent: '✓', delivered: '✓✓', read: '✓✓', failed: '!' }
const names = { sent: 'Sent', delivered: 'Delivered', read: 'Read', failed: 'Not delivered' }

function statusOf({ from, status }) {
  const tick = make('span', { className: status, title: names[status] })
  tick.append(
    make('span', { ariaHidden: 'true' }, ticks[status]),
    make(
      'span',
      { className: 'hidden' },
      from === 'business' ? names[status] : `You: ${names[status]}`,
    ),
  )
  return tick
}

function mediaOf({ media, text }, phoneNumberId) {
  if (!media) return []
  const src = `/simulator/phone/media/${phoneNumberId}/${media.id}`
  const name = media.fileName ?? 'File'
  const [kind] = media.mimeType.split('/')
  if (kind === 'image') return [make('img', { src, alt: text || name })]
  if (kind === 'audio' || kind === 'video') return [make(kind, { src, controls: true })]
  return [make('a', { href: src, download: name }, name)]
}

/** A label for messages whose type is not obvious. */
const kinds = {
  template: 'Template',
  location: 'Location',
  contacts: 'Contact card',
  sticker: 'Sticker',
  order: 'Order',
  form: 'Form',
  product: 'Product',
  text_about_product: 'About a product',
  text_from_ad: 'From an ad',
  text_in_group: 'In a group',
  welcome: 'Opened the chat',
  call_permission: 'May be called',
  identity_changed: 'New security code',
  view_once: 'View once',
  poll_creation: 'Poll',
  channel_post: 'Channel post',
  json: 'As JSON',
  unsupported: 'Unsupported',
  unknown: 'Of an unknown type',
}

const deleted = 'This message was deleted'

/** A message in its bubble. */
export function drawMessage(message, { phoneNumberId, quoted, onChoose, ...doings }) {
  const { id, from, text, choices = [], opens, reactions, at, type } = message
  const { changedAt, isDeleted = false } = message
  const bubble = make('article', { className: from === 'customer' ? 'message own' : 'message' })
  bubble.dataset.id = id
  const who = from === 'customer' ? 'You' : 'Business'
  bubble.append(make('span', { className: 'hidden' }, `${who}:`))
  if (quoted) bubble.append(make('p', { className: 'quote', dir: 'auto' }, preview(quoted)))
  bubble.append(...mediaOf(message, phoneNumberId))
  if (text !== '') bubble.append(make('p', { dir: 'auto' }, text))
  if (isDeleted) bubble.append(make('p', { className: 'soft' }, deleted))
  if (choices.length > 0) {
    const buttons = choices.map((choice) =>
      make('button', { type: 'button', onclick: () => onChoose(message, choice) }, choice.title),
    )
    const tappable = make('div', { className: 'choices' }, ...buttons)
    // As on a real phone, a list is behind a button of its own.
    if (opens) bubble.append(make('details', {}, make('summary', {}, opens), tappable))
    else bubble.append(tappable)
  }
  const footer = make('footer', {})
  if (changedAt && !isDeleted) footer.append(make('span', { className: 'kind' }, 'Edited'))
  if (kinds[type]) footer.append(make('span', { className: 'kind' }, kinds[type]))
  footer.append(make('time', { dateTime: at }, clock.format(new Date(at))), statusOf(message))
  bubble.append(footer)
  if (!isDeleted) bubble.append(acts(message, doings))
  const given = Object.values(reactions).filter(Boolean)
  if (given.length > 0) bubble.append(make('span', { className: 'reactions' }, given.join(' ')))
  return bubble
}

/** The texts and captions that can be written anew. */
const editable = new Set(['text', 'image', 'video', 'document'])

/** Messages of the business are edited and deleted on its owner's phone. */
const acts = (message, { onReply, onReact, onEdit, onDelete }) =>
  make(
    'div',
    { className: 'acts' },
    make('button', { type: 'button', onclick: () => onReply(message) }, 'Reply'),
    ...(editable.has(message.type)
      ? [make('button', { type: 'button', onclick: () => onEdit(message) }, 'Edit')]
      : []),
    make('button', { type: 'button', onclick: () => onDelete(message) }, 'Delete'),
    make(
      'button',
      { type: 'button', ariaLabel: 'React with a thumb', onclick: () => onReact(message) },
      '👍',
    ),
  )

/** A message in a line. */
export const preview = ({ text, type, media, isDeleted }) =>
  isDeleted ? deleted : text || media?.fileName || kinds[type] || type

/** A customer in the list. */
export function drawPerson(chat, { isCurrent, onOpen }) {
  const { phoneNumber, name, username, unread, messages } = chat
  const last = messages.at(-1)
  const button = make('button', { type: 'button', className: 'person', onclick: onOpen })
  if (isCurrent) button.setAttribute('aria-current', 'true')
  button.append(make('strong', { dir: name ? 'auto' : 'ltr' }, name || username || phoneNumber))
  button.append(
    unread > 0
      ? make('span', { className: 'badge', title: `${unread} unread` }, String(unread))
      : make('span', {}),
  )
  const line = last ? preview(last) : phoneNumber
  button.append(make('span', { className: 'wide soft', dir: 'auto' }, line))
  return make('li', {}, button)
}

/** Until when free text reaches the customer. */
export function describeWindow({ windowExpiresAt }) {
  if (windowExpiresAt === null)
    return 'Write first: until then the business can send templates only.'
  const until = new Date(windowExpiresAt)
  return until > new Date()
    ? `Free text is delivered until ${day.format(until)}.`
    : 'The 24-hour window is closed: only templates are delivered.'
}
