import type { PhoneInput, PhoneType } from './phone-schemas.ts'
import { badParameter } from './refusal.ts'
import type { PhoneMessage } from './simulation.ts'

type Content = Pick<PhoneMessage, 'text' | 'media'> & { input: PhoneInput; isOfList: boolean }

/** The part of a message that depends on its type, as the provider tells it. */
export function contentOf({ text, media, input, isOfList }: Content): object {
  const { type, replyTo, choiceId = text } = input
  switch (type) {
    case 'image':
    case 'audio':
    case 'video':
    case 'document':
    case 'sticker':
      return { type, [type]: mediaContent(text, media, type === 'audio') }
    case 'interactive': {
      const kind = isOfList ? 'list_reply' : 'button_reply'
      return { type, interactive: { type: kind, [kind]: { id: choiceId, title: text } } }
    }
    case 'button':
      return { type, button: { payload: choiceId, text } }
    case 'reaction':
      return { type, reaction: { message_id: replyTo ?? '', emoji: text } }
    case 'json':
      return readJson(text)
    default:
      return webhookContentOf[type](text)
  }
}

type Made = Exclude<
  PhoneType,
  | 'image'
  | 'audio'
  | 'video'
  | 'document'
  | 'sticker'
  | 'interactive'
  | 'button'
  | 'reaction'
  | 'json'
>

const product = (id: string) => ({ catalog_id: '9000', product_retailer_id: id || 'CAKE-1KG' })
const textOf = (body: string) => ({ type: 'text', text: { body } })
const unsupported = (type?: string) => ({
  type: 'unsupported',
  ...(type !== undefined && { unsupported: { type } }),
  errors: [
    {
      code: 131_051,
      title: 'Message type unknown',
      error_data: { details: 'Message type is currently not supported.' },
    },
  ],
})

/** What follows from the words alone. */
export const webhookContentOf: Record<Made, (text: string) => object> = {
  text: textOf,
  location: (text) => ({
    type: 'location',
    location: { latitude: 0, longitude: 0, ...(text !== '' && { name: text }) },
  }),
  contacts: (name) => ({
    type: 'contacts',
    contacts: [{ name: { formatted_name: name, first_name: name }, phones: [] }],
  }),
  order: (text) => ({
    type: 'order',
    order: {
      catalog_id: '9000',
      text,
      product_items: [
        { product_retailer_id: 'CAKE-1KG', quantity: 1, item_price: 900, currency: 'INR' },
        { product_retailer_id: 'CANDLES', quantity: 2, item_price: 60, currency: 'INR' },
      ],
    },
  }),
  form: (text) => ({
    type: 'interactive',
    interactive: {
      type: 'nfm_reply',
      nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify(pairsIn(text)) },
    },
  }),
  product: (id) => ({
    type: 'interactive',
    interactive: { type: 'product', product: product(id) },
  }),
  text_about_product: (text) => ({ ...textOf(text), context: { referred_product: product('') } }),
  text_from_ad: (text) => ({
    ...textOf(text),
    referral: {
      source_url: 'https://fb.me/summer-sale',
      source_type: 'ad',
      source_id: '1',
      headline: 'Summer sale',
      body: 'Everything at half price',
      ctwa_clid: 'click',
    },
  }),
  text_in_group: (text) => ({ ...textOf(text), group_id: 'Y2FwaV9ncm91cDo5MDAw' }),
  welcome: () => ({ type: 'request_welcome' }),
  call_permission: () => ({
    type: 'interactive',
    interactive: {
      type: 'call_permission_reply',
      call_permission_reply: { response: 'accept', expiration_timestamp: inAWeek() },
    },
  }),
  identity_changed: () => ({
    type: 'system',
    system: { type: 'customer_identity_changed', body: 'User identity changed', identity: 'x' },
  }),
  view_once: () => unsupported('view_once'),
  poll_creation: () => unsupported('poll_creation'),
  channel_post: () => unsupported('newsletter_forward'),
  unsupported: () => unsupported(),
  unknown: () => ({ type: 'hologram', hologram: { body: 'Hello', text: 'Hello' } }),
}

const inAWeek = () => Math.floor(Date.now() / 1000) + 7 * 24 * 60 * 60

/** `Guest name: Rita` on each line, as the fields of a form. */
function pairsIn(text: string): Record<string, string> {
  const pairs = text.split('\n').flatMap((line) => {
    const [key = '', ...rest] = line.split(':')
    const value = rest.join(':').trim()
    return value === '' ? [] : [[key.trim().toLowerCase().replaceAll(/\s+/g, '_'), value] as const]
  })
  return { flow_token: 'simulated', ...Object.fromEntries(pairs) }
}

function readJson(text: string): object {
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null) return read
  } catch {
    // Said below, as for any other text that is none.
  }
  throw badParameter('The text is no JSON object.')
}

function mediaContent(caption: string, media: PhoneMessage['media'], isVoice: boolean): object {
  if (media === undefined) return {}
  return {
    id: media.id,
    mime_type: media.mimeType,
    ...(caption !== '' && { caption }),
    ...(media.fileName !== undefined && { filename: media.fileName }),
    ...(isVoice && { voice: true }),
  }
}
