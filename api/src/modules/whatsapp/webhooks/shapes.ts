import {
  maxTextLength,
  type MessageAbout,
  type MessageKind,
  type MessageType,
} from '@errand/contract/chats/message'
import { cleanName, cleanText } from '@errand/contract/visible-text'

import type { MessageHandling } from '../../conversations/receive-message.ts'
import type { WebhookContent, WebhookMessage } from './webhook-schemas.ts'

/** What becomes of one kind of message. */
interface Shape {
  /** The bubble that the owner sees, or a line between bubbles. */
  showsAs: MessageType
  /** The label above it, where the bubble alone does not say what it is. */
  kind?: MessageKind
  /** What stands there; nothing where its part is not as it should be. */
  says: (message: WebhookContent) => string | undefined
  /** What the assistant makes of it. */
  handling: MessageHandling
  /** Whether it waits for the owner to have read it. */
  isUnread: boolean
}

const readableShape = { handling: 'words', isUnread: true } as const
const unsupportedShape = {
  showsAs: 'unsupported',
  handling: 'no_words',
  isUnread: true,
  says: () => '',
} as const
const eventShape = { showsAs: 'event', handling: 'nothing', isUnread: false } as const

/**
 * Everything that WhatsApp tells of what people send, by its type, and by the type inside of it where
 * there is one. What is not here is `unknown`.
 */
const shapes = {
  text: { showsAs: 'text', says: ({ text }) => text?.body, ...readableShape },
  image: { showsAs: 'image', says: ({ image }) => captionOf(image), ...readableShape },
  sticker: { showsAs: 'image', says: ({ sticker }) => captionOf(sticker), ...readableShape },
  audio: { showsAs: 'audio', says: ({ audio }) => captionOf(audio), ...readableShape },
  video: { showsAs: 'video', says: ({ video }) => captionOf(video), ...readableShape },
  document: { showsAs: 'document', says: ({ document }) => captionOf(document), ...readableShape },
  location: { showsAs: 'location', says: placeOf, ...readableShape },
  contacts: { showsAs: 'contact', says: cardsOf, ...readableShape },
  button: { showsAs: 'interactive', says: ({ button }) => button?.text, ...readableShape },
  'interactive button_reply': { showsAs: 'interactive', says: choiceOf, ...readableShape },
  'interactive list_reply': { showsAs: 'interactive', says: choiceOf, ...readableShape },
  'interactive nfm_reply': { showsAs: 'interactive', kind: 'form', says: formOf, ...readableShape },
  'interactive nfm_reply address_message': {
    showsAs: 'interactive',
    says: addressOf,
    ...readableShape,
  },
  'interactive product': {
    ...unsupportedShape,
    kind: 'product',
    says: productOf,
    handling: 'nothing',
  },
  order: { ...unsupportedShape, kind: 'order', says: orderOf, handling: 'order' },
  request_welcome: {
    showsAs: 'interactive',
    kind: 'welcome',
    says: () => '',
    handling: 'greeting',
    isUnread: false,
  },
  // WhatsApp itself cannot hand these on.
  unsupported: unsupportedShape,
  'unsupported view_once': { ...unsupportedShape, kind: 'view_once' },
  'unsupported poll': { ...unsupportedShape, kind: 'poll' },
  'unsupported channel_post': { ...unsupportedShape, kind: 'channel_post' },
  'unsupported group_invite': { ...unsupportedShape, kind: 'group_invite' },
  // Nobody wrote these.
  'interactive call_permission_reply accept': {
    ...eventShape,
    kind: 'calls_allowed',
    says: ({ interactive }) => dayOf(interactive?.call_permission_reply?.expiration_timestamp),
  },
  'interactive call_permission_reply reject': {
    ...eventShape,
    kind: 'calls_declined',
    says: () => '',
  },
  'system customer_identity_changed': { ...eventShape, kind: 'identity_changed', says: () => '' },
  system: { ...eventShape, says: () => undefined },
  unknown: { ...unsupportedShape, handling: 'nothing' },
} as const satisfies Record<string, Shape>

/** What is told of a message, in our words. */
export interface Content extends Omit<Shape, 'says'> {
  text: string
  /** Its part was not as it should be. */
  isUnreadable: boolean
}

/** Reads a message by the table: what it is not as it should be says nothing that anybody could answer. */
export function readContent(message: WebhookMessage): Content {
  const name = shapeOf(message)
  const { says, ...shape }: Shape = shapes[name]
  const text = says(message)
  if (text !== undefined) return { ...shape, text: storable(text), isUnreadable: false }
  const { says: _none, ...unknown } = name === 'system' ? shapes.system : shapes.unknown
  return { ...unknown, text: '', isUnreadable: name !== 'system' && name !== 'unknown' }
}

type MediaType = 'image' | 'sticker' | 'audio' | 'video' | 'document'
const mediaTypes = new Set<string>(['image', 'sticker', 'audio', 'video', 'document'])

/** The file of a message, where it has one. */
export const mediaOf = (message: WebhookContent): WebhookContent['image'] =>
  mediaTypes.has(message.type) ? message[message.type as MediaType] : undefined

/** The ad or the product that a contact wrote from, without what follows a person through the web. */
export function aboutOf({ context, referral }: WebhookMessage): MessageAbout | undefined {
  const product = context?.referred_product?.product_retailer_id
  if (product) return { kind: 'product', name: storable(product).slice(0, maxAboutLength) }
  const name = cleanName(storable(referral?.headline || referral?.body || ''))
  const url = referral?.source_url ?? ''
  const isLink = /^https?:\/\/[^\s\0]{1,500}$/.test(url) && URL.canParse(url)
  if (name === '' && !isLink) return undefined
  return { kind: 'ad', name: name.slice(0, maxAboutLength), ...(isLink && { url }) }
}

const maxAboutLength = 200

/** What an edited message says now: its text, or its caption; nothing where that cannot be read. */
export function editedText(content: WebhookContent): string | undefined {
  const said = content.type === 'text' ? content.text?.body : mediaOf(content)?.caption
  return said === undefined ? undefined : storable(said)
}

/** Cleaned before anybody reads it: the words that stop messages, the choice of a job, the assistant. */
const storable = (text: string): string =>
  cleanText(text.replaceAll('\0', '')).slice(0, maxTextLength)

type ShapeName = keyof typeof shapes

function shapeOf(message: WebhookMessage): ShapeName {
  const { type, interactive, unsupported, system } = message
  if (type === 'interactive') {
    const names = ['button_reply', 'list_reply', 'nfm_reply', 'call_permission_reply', 'product']
    const inner = names.find((name) => name in (interactive ?? {})) ?? interactive?.type ?? ''
    const more = interactive?.nfm_reply?.name ?? interactive?.call_permission_reply?.response
    return (
      knownShape(`interactive ${inner} ${more}`) ?? knownShape(`interactive ${inner}`) ?? 'unknown'
    )
  }
  if (type === 'unsupported' || type === 'unknown' || type === 'errors') {
    const [, kind] = unsupportedKinds.find(([sign]) => sign.test(unsupported?.type ?? '')) ?? []
    return knownShape(`unsupported ${kind}`) ?? 'unsupported'
  }
  if (type === 'system') return knownShape(`system ${system?.type}`) ?? 'system'
  return knownShape(type) ?? 'unknown'
}

const knownShape = (name: string): ShapeName | undefined =>
  Object.hasOwn(shapes, name) ? (name as ShapeName) : undefined

const unsupportedKinds = [
  [/view_?once/i, 'view_once'],
  [/poll/i, 'poll'],
  [/channel|newsletter/i, 'channel_post'],
  [/group_?invite/i, 'group_invite'],
] as const

/** A file that has no name at WhatsApp cannot be loaded. */
const captionOf = (media: WebhookContent['image']): string | undefined =>
  media?.id === undefined ? undefined : media.caption

function choiceOf({ interactive }: WebhookContent): string | undefined {
  return (interactive?.button_reply ?? interactive?.list_reply)?.title
}

function productOf({ interactive }: WebhookContent): string {
  return interactive?.product?.product_retailer_id || interactive?.product_retailer_id || ''
}

/** A day, as a calendar has it. */
const dayOf = (at: Date | undefined): string => at?.toISOString().slice(0, 10) ?? ''

function placeOf({ location }: WebhookContent): string | undefined {
  if (location === undefined) return undefined
  const { name, address, latitude, longitude } = location
  const place = [name, address, `${latitude}, ${longitude}`].filter((part) => part !== '')
  return place.join('\n')
}

function cardsOf({ contacts }: WebhookContent): string | undefined {
  return contacts
    ?.map(({ name, phones }) =>
      [name?.formatted_name ?? '', ...phones.map(({ phone }) => phone)]
        .filter((part) => part !== '')
        .join(' '),
    )
    .join('\n')
}

const maxPairs = 50

/** The pairs that were filled in, one a line: `Guest name: Rita`. */
function formOf({ interactive }: WebhookContent): string | undefined {
  const pairs = pairsIn(interactive?.nfm_reply?.response_json ?? '')
  if (pairs === undefined) return undefined
  return pairs
    .filter(([key]) => key !== 'flow_token')
    .slice(0, maxPairs)
    .flatMap(([key, value]) => {
      const text = valueText(value)
      return text === '' ? [] : `${labelOf(key)}: ${text}`
    })
    .join('\n')
}

/** An address in one piece, as WhatsApp writes it beside its parts. */
function addressOf(content: WebhookContent): string | undefined {
  return content.interactive?.nfm_reply?.body || formOf(content)
}

function pairsIn(json: string): [string, unknown][] | undefined {
  try {
    const read: unknown = JSON.parse(json)
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? Object.entries(read) : undefined
  } catch {
    return undefined
  }
}

/** `screen_0_Guest_name_1`, as the builder of forms calls a field, is `Guest name`. */
function labelOf(key: string): string {
  const bare = key.replace(/^screen_\d+_/, '').replace(/_\d+$/, '')
  const label = bare.replaceAll(/[_\s]+/g, ' ').trim()
  return label.slice(0, 1).toUpperCase() + label.slice(1)
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value.replace(/^\d+_(?=\S)/, '').trim()
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value))
    return value
      .map(valueText)
      .filter((part) => part !== '')
      .join(', ')
  if (typeof value !== 'object' || value === null) return ''
  return Object.values(value)
    .map(valueText)
    .filter((part) => part !== '')
    .join(', ')
}

/** What was ordered, a line for each item, the sum where every price is told, and the note. */
function orderOf({ order }: WebhookContent): string | undefined {
  if (order === undefined) return undefined
  const items = order.product_items.flatMap((item) => item ?? [])
  if (items.length === 0 && order.text === '') return undefined
  const lines = items.map(
    ({ product_retailer_id: id, quantity = 1, item_price: price, currency }) =>
      [`${quantity} × ${id || '?'}`, ...(price === undefined ? [] : [money(price, currency)])].join(
        ' · ',
      ),
  )
  const currencies = new Set(items.map(({ currency }) => currency))
  const isPriced = items.length > 0 && items.every(({ item_price: price }) => price !== undefined)
  const sum = items.reduce(
    (all, { quantity = 1, item_price: price = 0 }) => all + quantity * price,
    0,
  )
  const [currency = ''] = currencies
  return [
    ...lines,
    ...(isPriced && currencies.size === 1 ? [`= ${money(sum, currency)}`] : []),
    ...(order.text === '' ? [] : [order.text]),
  ].join('\n')
}

/** At most two decimals, as no currency that shops take has more. */
const money = (amount: number, currency: string): string =>
  [String(Math.round(amount * 100) / 100), currency].filter((part) => part !== '').join(' ')
