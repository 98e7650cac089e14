import {
  maxTextLength,
  type MessageAbout,
  type MessageKind,
  type MessageType,
} from '@errand/contract/chats/message'
import { cleanName, cleanText } from '@errand/contract/visible-text'

import { parseJson } from '../../../platform/http/request-input.ts'
import type { MessageHandling } from '../../conversations/receive-message.ts'
import type { WebhookContent, WebhookMessage } from './webhook-schemas.ts'

/** How one kind of message is shown and handled. */
interface Shape {
  /** The message type that the owner sees; `event` is a line between messages. */
  showsAs: MessageType
  /** The label above it, if the type alone does not say what it is. */
  kind?: MessageKind
  /** Reads the text; undefined if the content is invalid. */
  says: (message: WebhookContent) => string | undefined
  /** How the assistant handles it. */
  handling: MessageHandling
  /** Whether it counts as unread. */
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
 * All kinds of messages that WhatsApp sends, by type and inner type. Any other kind is `unknown`.
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
  // WhatsApp does not pass on the content of these.
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

/** The content of a message in our terms. */
export interface Content extends Omit<Shape, 'says'> {
  text: string
  /** Its content was invalid. */
  isUnreadable: boolean
}

/** Reads a message by the table; one with invalid content becomes `unknown`. */
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

/** The file of a message, if it has one. */
export const mediaOf = (message: WebhookContent): WebhookContent['image'] =>
  mediaTypes.has(message.type) ? message[message.type as MediaType] : undefined

/** The ad or the product that a contact wrote from, without tracking ids. */
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

/** The new text or caption of an edited message; undefined if it cannot be read. */
export function editedText(content: WebhookContent): string | undefined {
  const said = content.type === 'text' ? content.text?.body : mediaOf(content)?.caption
  return said === undefined ? undefined : storable(said)
}

/** Cleans a text before opt-out keywords, the choice of a job and the assistant read it. */
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

/** The caption of a file; undefined if the file has no id and cannot be downloaded. */
const captionOf = (media: WebhookContent['image']): string | undefined =>
  media?.id === undefined ? undefined : media.caption

function choiceOf({ interactive }: WebhookContent): string | undefined {
  return (interactive?.button_reply ?? interactive?.list_reply)?.title
}

function productOf({ interactive }: WebhookContent): string {
  return interactive?.product?.product_retailer_id || interactive?.product_retailer_id || ''
}

/** The date of a time. */
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

/** The filled-in values of a form, one per line: `Guest name: Rita`. */
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

/** The address as one text, which WhatsApp sends beside its parts. */
function addressOf(content: WebhookContent): string | undefined {
  return content.interactive?.nfm_reply?.body || formOf(content)
}

function pairsIn(json: string): [string, unknown][] | undefined {
  try {
    const read = parseJson(new TextEncoder().encode(json))
    const isObject = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isObject ? Object.entries(read) : undefined
  } catch {
    return undefined
  }
}

/** The label of a field that Meta's form builder names `screen_0_Guest_name_1`: `Guest name`. */
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

/** An order as text: a line for each item, the sum if all prices are known, and the contact's note. */
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

/** An amount with at most two decimals. */
const money = (amount: number, currency: string): string =>
  [String(Math.round(amount * 100) / 100), currency].filter((part) => part !== '').join(' ')
