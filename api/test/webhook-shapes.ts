/** Made-up examples of Meta's messages: each shape, well formed and malformed. */

const form = (reply: object) => ({
  type: 'interactive',
  interactive: { type: 'nfm_reply', nfm_reply: reply },
})
const item = (more: object = {}) => ({
  product_retailer_id: 'SKU-9',
  quantity: 2,
  item_price: 30,
  currency: 'INR',
  ...more,
})
const order = (more: object) => ({ type: 'order', order: { catalog_id: '7', ...more } })
const permission = (reply: object) => ({
  type: 'interactive',
  interactive: { type: 'call_permission_reply', call_permission_reply: reply },
})

const unread = 1
const [shown, line] = [
  (type: string, text: string, kind?: string) => ({ author: 'contact', type, text, kind }),
  (kind: string, text = '') => ({ author: 'system', type: 'event', text, kind }),
]

/** The content of a webhook message, what the owner sees of it, and how many messages are unread. */
export const golden: [what: string, content: object, sees: object | undefined, unread: number][] = [
  ['a text', { type: 'text', text: { body: 'Hello' } }, shown('text', 'Hello'), unread],
  ['a blank text', { type: 'text', text: { body: ' ' } }, shown('text', ' '), unread],
  [
    'a forwarded text longer than the limit',
    { type: 'text', text: { body: 'x'.repeat(5_000) }, context: { frequently_forwarded: true } },
    shown('text', 'x'.repeat(4_096)),
    unread,
  ],
  ['one emoji', { type: 'text', text: { body: '👍🏽' } }, shown('text', '👍🏽'), unread],
  [
    'a video',
    { type: 'video', video: { id: '1', caption: 'Look' } },
    shown('video', 'Look'),
    unread,
  ],
  ['a voice note', { type: 'audio', audio: { id: '1', voice: true } }, shown('audio', ''), unread],
  [
    'a document',
    { type: 'document', document: { id: '1', filename: 'Menu.pdf' } },
    shown('document', ''),
    unread,
  ],
  ['a sticker', { type: 'sticker', sticker: { id: '1' } }, shown('image', ''), unread],
  [
    'a picture with a caption',
    { type: 'image', image: { id: '1', caption: 'Our shop', url: 'https://example.com/1' } },
    shown('image', 'Our shop'),
    unread,
  ],
  [
    'a picture whose caption is null',
    { type: 'image', image: { id: '1', caption: null } },
    shown('image', ''),
    unread,
  ],
  [
    'a place',
    { type: 'location', location: { latitude: 1, longitude: '2', name: 'Shop', address: null } },
    shown('location', 'Shop\n1, 2'),
    unread,
  ],
  [
    'a contact card without a number',
    {
      type: 'contacts',
      contacts: [{ name: { formatted_name: 'Neha' }, phones: [{ phone: null }] }],
    },
    shown('contact', 'Neha'),
    unread,
  ],
  [
    'a tapped button',
    { type: 'interactive', interactive: { type: 'button_reply', button_reply: { title: 'Yes' } } },
    shown('interactive', 'Yes'),
    unread,
  ],
  [
    'a choice of a list without an id',
    { type: 'interactive', interactive: { list_reply: { id: null, title: 'Cut' } } },
    shown('interactive', 'Cut'),
    unread,
  ],
  [
    'a button of a template',
    { type: 'button', button: { text: 'Confirm', payload: null } },
    shown('interactive', 'Confirm'),
    unread,
  ],
  [
    'a form that was filled in',
    form({
      name: 'flow',
      body: 'Sent',
      response_json: JSON.stringify({
        guest_name: 'Rita Kumar',
        screen_0_Party_size_1: '0_Four',
        flow_token: 'unused',
        extras: ['0_Cake', '1_Candles'],
        terms: true,
        note: null,
      }),
    }),
    shown(
      'interactive',
      'Guest name: Rita Kumar\nParty size: Four\nExtras: Cake, Candles\nTerms: true',
      'form',
    ),
    unread,
  ],
  [
    'a form that cannot be read',
    form({ name: 'flow', body: 'Sent', response_json: '{' }),
    shown('unsupported', ''),
    unread,
  ],
  [
    'an address',
    form({ name: 'address_message', body: 'Rita\n1 High Street', response_json: '{}' }),
    shown('interactive', 'Rita\n1 High Street'),
    unread,
  ],
  [
    'a product',
    {
      type: 'interactive',
      interactive: { type: 'product', product: { product_retailer_id: 'A' } },
    },
    shown('unsupported', 'A', 'product'),
    unread,
  ],
  [
    'an order',
    order({
      text: 'Please gift wrap',
      product_items: [item(), item({ quantity: 1, item_price: 9.5 })],
    }),
    shown(
      'unsupported',
      '2 × SKU-9 · 30 INR\n1 × SKU-9 · 9.5 INR\n= 69.5 INR\nPlease gift wrap',
      'order',
    ),
    unread,
  ],
  [
    'an order without prices',
    order({ product_items: [item({ item_price: null, currency: null }), null] }),
    shown('unsupported', '2 × SKU-9', 'order'),
    unread,
  ],
  ['an order of nothing', order({}), shown('unsupported', ''), unread],
  [
    'a message that WhatsApp cannot deliver to businesses',
    { type: 'unsupported', errors: [{ code: 131_051 }] },
    shown('unsupported', ''),
    unread,
  ],
  [
    'a poll',
    { type: 'unsupported', unsupported: { type: 'poll_creation' } },
    shown('unsupported', '', 'poll'),
    unread,
  ],
  [
    'a view-once picture',
    { type: 'unsupported', unsupported: { type: 'view_once' } },
    shown('unsupported', '', 'view_once'),
    unread,
  ],
  [
    'a post of a channel',
    { type: 'unsupported', unsupported: { type: 'newsletter_forward' } },
    shown('unsupported', '', 'channel_post'),
    unread,
  ],
  [
    'an unknown type',
    { type: 'hologram', text: { body: 'No answer' } },
    shown('unsupported', ''),
    unread,
  ],
  ['no type', { text: { body: 'No answer' } }, shown('unsupported', ''), unread],
  ['an empty text', { type: 'text', text: {} }, shown('unsupported', ''), unread],
  ['a picture without an id', { type: 'image', image: {} }, shown('unsupported', ''), unread],
  ['an empty choice', { type: 'interactive', context: null }, shown('unsupported', ''), unread],
  ['an opened chat', { type: 'request_welcome' }, shown('interactive', '', 'welcome'), 0],
  [
    'a call permission',
    permission({ response: 'accept', expiration_timestamp: 1_796_000_000 }),
    line('calls_allowed', '2026-11-30'),
    0,
  ],
  ['a refused call permission', permission({ response: 'reject' }), line('calls_declined'), 0],
  [
    'a new security code',
    {
      type: 'system',
      system: { type: 'customer_identity_changed', body: 'User identity changed' },
    },
    line('identity_changed'),
    0,
  ],
  ['an unknown system notice', { type: 'system', system: { body: 'No answer' } }, undefined, 0],
  [
    'a message in a group',
    { type: 'text', text: { body: 'Hello all' }, group_id: 'Y2FwaQ' },
    undefined,
    0,
  ],
]
