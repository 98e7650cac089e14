import { beforeAll, expect, test } from 'vitest'

import { phonesOf, startWorking, waitForChat } from '../../../../test/phone-api.ts'
import { useTestApi, type Person } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import { earlyMessageChanges, webhookEvents } from '../../../platform/database/schema.ts'
import { sweepEarlyChanges } from '../../chats/messages/messages.repo.ts'

const api = useTestApi()
beforeAll(() => startWorking(api))

const ravi = '+919800000001'
const neha = '+919800000002'
const photo = { type: 'image', media: { mimeType: 'image/png', base64: 'iVBORw==' } }

const listChats = async (owner: Person, query = '') =>
  (await owner.call('GET', `/api/chats/sessions${query}`)).body.items

/** An owner with an unread chat that the assistant handles. */
async function openChat(text = 'On 28 November') {
  const owner = await api.newOwner()
  const fields = [{ key: 'note', label: 'Note', type: 'text', required: true, order: 0 }]
  const job = { name: 'Salon', instructions: 'Ask.', status: 'active', fields }
  await owner.call('POST', '/api/jobs', { body: job })
  const phones = await phonesOf(api, owner)
  const message = await phones.write(ravi, { text })
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  expect(session).toMatchObject({ handler: 'assistant', unreadCount: 1 })
  return { owner, phones, message, session }
}

/** The parts of a session that no edit and no deletion may change. */
const unchangedPart = ({ session }: { session: object }) => {
  const { handler, attention, unreadCount, window, messageCount, lastActivityAt } =
    session as Record<string, unknown>
  return { handler, attention, unreadCount, window, messageCount, lastActivityAt }
}

test('an edited message changes in the chat, the list, search and export, and nothing else changes', async () => {
  const { owner, phones, message, session } = await openChat()
  await phones.write(neha, { name: 'Neha', text: 'Hello' })
  await expect.poll(() => listChats(owner)).toHaveLength(2)

  await phones.change(ravi, message.id, 'On 29 November', { deliveries: 3 })

  await expect
    .poll(async () => (await listChats(owner)).map(previewOf))
    .toEqual(['Hello', 'On 29 November'])
  const path = `/api/chats/sessions/${session.id}/messages`
  const { body } = await owner.call('GET', path)
  expect(body.items).toMatchObject([{ text: 'On 29 November', editedAt: expect.any(String) }])
  expect(unchangedPart(body)).toEqual(unchangedPart({ session }))
  expect(await listChats(owner, '?q=29')).toHaveLength(1)
  expect(await listChats(owner, '?q=28')).toEqual([])
  const file = await owner.call('GET', `/api/chats/export?sessionId=${session.id}`)
  expect(file.body).toContain('On 29 November')
})

const previewOf = (chat: { lastMessage: { preview: string } }) => chat.lastMessage.preview

const messageOf = (id: string, at: number, content: object) => ({
  messages: [{ from: ravi.slice(1), id, timestamp: String(at), ...content }],
})
const edit = (of: string, at: number, message: object) =>
  messageOf(`wamid.edit.${at}`, at, { type: 'edit', edit: { original_message_id: of, message } })
const revoke = (of: string, at: number) =>
  messageOf(`wamid.revoke.${at}`, at, { type: 'revoke', revoke: { original_message_id: of } })
const body = (text: string) => ({ type: 'text', text: { body: text } })

const fromContact = (from: object, { messages }: { messages: object[] }) => ({
  messages: messages.map((one) => ({ ...one, from: undefined, ...from })),
})
const echoOf = (to: object, { messages }: { messages: object[] }) => ({
  message_echoes: messages.map((one) => ({ ...one, from: '1', ...to })),
})

/** An owner with a connected number, and a function that delivers webhooks to it. */
async function openNumber(phoneNumberId: string) {
  const owner = await api.newOwner()
  const { sendWebhook: send } = await connect(api, owner, phoneNumberId)
  // One after the other: webhooks of one batch would be sorted first.
  const sendWebhook = async (...webhooks: Parameters<typeof send>) => {
    await send(...webhooks)
    await expect.poll(() => api.database.queries.$count(webhookEvents)).toBe(0)
  }
  const waitForMessages = (count: number) =>
    waitForChat(owner, ({ items }) => expect(items).toHaveLength(count))
  return { owner, sendWebhook, waitForMessages }
}

test('the latest of several edits counts, whatever order the webhooks of message and edits arrive in', async () => {
  const { owner, sendWebhook, waitForMessages } = await openNumber('201')
  const at = now() - 60
  await sendWebhook(edit('wamid.1', at + 20, body('third')))
  await sendWebhook(edit('wamid.1', at + 10, body('second')))
  await sendWebhook(textOf('wamid.1', 'first', at))
  const { session } = await waitForMessages(1)
  expect(session).toMatchObject({ unreadCount: 1, lastMessage: { preview: 'third' } })

  await sendWebhook(edit('wamid.1', at + 30, body('fourth')))
  await sendWebhook(edit('wamid.1', at + 20, body('third')))
  await sendWebhook(textOf('wamid.1', 'first', at))
  await sendWebhook(textOf('wamid.2', 'the last', at + 40))
  const { items } = await waitForMessages(2)
  expect(items).toMatchObject([
    { text: 'fourth', editedAt: expect.any(String) },
    { text: 'the last' },
  ])
  expect(items[1].editedAt).toBeUndefined()
  expect(await listChats(owner, '?q=third')).toEqual([])
})

test('an edit changes or removes the caption of a file, and an edit of an unknown message or type is ignored', async () => {
  const { owner, phones } = await openChat()
  const sent = await phones.write(ravi, { ...photo, text: 'My hair' })
  await waitForChat(owner, ({ items }) => expect(items[1]?.media).toBeDefined())

  await phones.change(ravi, sent.id, 'My beard')
  const { items } = await waitForChat(owner, ({ items: all }) =>
    expect(all[1].text).toBe('My beard'),
  )
  expect(items[1]).toMatchObject({ type: 'image', media: { mimeType: 'image/png' } })

  const { sendWebhook, waitForMessages } = await openNumber('202')
  const at = now() - 60
  const image = { from: ravi.slice(1), id: 'wamid.i', timestamp: String(at), type: 'image' }
  await sendWebhook({ messages: [{ ...image, image: { id: '1', caption: 'Mine' } }] })
  await sendWebhook(edit('wamid.i', at + 1, { type: 'image', image: { id: '1' } }))
  await sendWebhook(edit('wamid.none', at + 2, body('of nothing')))
  await sendWebhook(edit('wamid.i', at + 3, { type: 'hologram', hologram: {} }))
  await sendWebhook(textOf('wamid.last', 'the last', at + 4))
  const { items: all } = await waitForMessages(2)
  expect(all).toMatchObject([{ text: '', editedAt: expect.any(String) }, { text: 'the last' }])
})

test('a deleted message has no text and no file anywhere, and nothing else changes', async () => {
  const { owner, phones, message, session } = await openChat('My secret')
  const sent = await phones.write(ravi, { ...photo, text: 'My passport' })
  const before = await waitForChat(owner, ({ items }) => expect(items[1]?.media).toBeDefined())
  const { url } = before.items[1].media
  expect((await owner.call('GET', url)).status).toBe(200)

  await phones.change(ravi, sent.id)
  await phones.change(ravi, message.id, undefined, { deliveries: 3 })

  const after = await waitForChat(owner, ({ items }) =>
    expect(items.map(({ deletedAt }) => deletedAt)).toEqual([
      expect.any(String),
      expect.any(String),
    ]),
  )
  expect(after.items.map(({ text, media }) => ({ text, media }))).toEqual([
    { text: '', media: undefined },
    { text: '', media: undefined },
  ])
  expect(unchangedPart(after)).toEqual(unchangedPart(before))
  expect(after.session.lastMessage.preview).toBe('This message was deleted')
  expect((await owner.call('GET', url)).status).toBe(404)
  expect(await listChats(owner, '?q=secret')).toEqual([])
  const exportAs = async (format: string) => {
    const path = `/api/chats/export?sessionId=${session.id}&format=${format}`
    return JSON.stringify((await owner.call('GET', path)).body)
  }
  expect(await exportAs('json')).not.toMatch(/secret|passport/)
  const table = await exportAs('csv')
  expect(table).not.toMatch(/secret|passport/)
  expect(table).toContain('This message was deleted')
})

test('a message whose deletion arrives first is never shown, and an edit does not restore it', async () => {
  const { owner, sendWebhook, waitForMessages } = await openNumber('203')
  const at = now() - 60
  await sendWebhook(revoke('wamid.1', at + 10))
  await sendWebhook(edit('wamid.1', at + 20, body('still secret')))
  await sendWebhook(revoke('wamid.before', at + 10))
  expect(await listChats(owner)).toEqual([])
  await sendWebhook(textOf('wamid.1', 'secret', at))
  await sendWebhook(edit('wamid.1', at + 30, body('still secret')))
  await sendWebhook(textOf('wamid.2', 'the last', at + 40))
  const { items } = await waitForMessages(2)
  expect(items).toMatchObject([{ text: '', deletedAt: expect.any(String) }, { text: 'the last' }])
  expect(await listChats(owner, '?q=secret')).toEqual([])
  // Changes of messages that never arrived are deleted after a week, like failing webhooks.
  const { queries } = api.database
  expect(await queries.$count(earlyMessageChanges)).toBeGreaterThan(0)
  await sweepEarlyChanges(queries, new Date(Date.now() + 8 * 86_400_000))
  expect(await queries.$count(earlyMessageChanges)).toBe(0)
})

test('an edit or deletion on the owner’s own phone changes only that message', async () => {
  const { owner, phones } = await openChat()
  const first = await phones.echo(ravi, 'At 5')
  await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
  const second = await phones.echo(ravi, 'And pay cash')
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(3))
  const path = `/api/chats/sessions/${session.id}/handler`
  await owner.call('POST', path, { body: { handler: 'assistant' } })
  await phones.write(ravi, { text: 'Thanks' })
  const before = await waitForChat(owner, ({ items, session: chat }) => {
    expect(items).toHaveLength(4)
    expect(chat).toMatchObject({ handler: 'assistant', unreadCount: 1, attention: ['unread'] })
  })

  await phones.change(ravi, first.id, 'At 6', { by: 'business', deliveries: 3 })
  await phones.change(ravi, second.id, undefined, { by: 'business', deliveries: 3 })

  const after = await waitForChat(owner, ({ items }) =>
    expect(items.map(({ text }) => text)).toEqual(['On 28 November', 'At 6', '', 'Thanks']),
  )
  expect(after.items[2]).toMatchObject({ author: 'owner', deletedAt: expect.any(String) })
  expect(unchangedPart(after)).toEqual(unchangedPart(before))
  expect(after.session.lastMessage).toEqual(before.session.lastMessage)

  // Neither side can change the other's messages.
  const { sendWebhook, waitForMessages } = await openNumber('204')
  await sendWebhook(textOf('wamid.in', 'Mine', now() - 9))
  const to = ravi.slice(1)
  await sendWebhook(echoOf({ to }, revoke('wamid.in', now() - 8)), 'smb_message_echoes')
  await sendWebhook(textOf('wamid.last', 'the last', now() - 7))
  expect((await waitForMessages(2)).items[0]).toMatchObject({ text: 'Mine' })
})

test('a contact can change only their own messages, under any form of their number or id', async () => {
  const { sendWebhook, waitForMessages } = await openNumber('206')
  const at = now() - 60
  const [short, long] = ['551187654321', '5511987654321']
  await sendWebhook(textOf('wamid.1', 'Mine', at, short))
  await sendWebhook(echoOf({ to: short }, textOf('wamid.2', 'Ours', at + 1)), 'smb_message_echoes')
  await waitForMessages(2)
  const other = '919811111177'
  for (const from of [{ from: other }, { from_user_id: 'IN.77' }, {}]) {
    await sendWebhook(fromContact(from, edit('wamid.1', at + 10, body('Theirs'))))
    await sendWebhook(fromContact(from, revoke('wamid.1', at + 11)))
  }
  await sendWebhook(
    echoOf({ to: other }, edit('wamid.2', at + 12, body('Theirs'))),
    'smb_message_echoes',
  )
  await sendWebhook(echoOf({ to: other }, revoke('wamid.2', at + 13)), 'smb_message_echoes')
  await sendWebhook(textOf('wamid.3', 'the last', at + 14, short))
  const { items } = await waitForMessages(3)
  expect(items).toMatchObject([{ text: 'Mine' }, { text: 'Ours' }, { text: 'the last' }])

  await sendWebhook(
    fromContact({ from: long, from_user_id: 'BR.5' }, edit('wamid.1', at + 20, body('Still mine'))),
  )
  await sendWebhook(
    echoOf({ to: long }, edit('wamid.2', at + 21, body('At 6'))),
    'smb_message_echoes',
  )
  await sendWebhook(echoOf({}, edit('wamid.2', at + 22, body('At 7'))), 'smb_message_echoes')
  await sendWebhook(textOf('wamid.4', 'the very last', at + 23, long))
  expect((await waitForMessages(4)).items).toMatchObject([
    { text: 'Still mine' },
    { text: 'At 7' },
    { text: 'the last' },
    { text: 'the very last' },
  ])
})

const odd: [string, object][] = [
  ['an unknown type', { type: 'hologram', hologram: { body: 'No answer' } }],
  ['a type with the text of another', { type: 'hologram', text: { body: 'No answer' } }],
  ['no type', { text: { body: 'No answer' } }],
  ['an order', { type: 'order', order: 'No answer' }],
  [
    'a form',
    { type: 'interactive', interactive: { type: 'nfm_reply', nfm_reply: { body: 'No' } } },
  ],
  ['a permission', { type: 'interactive', interactive: { type: 'call_permission_reply' } }],
  ['an empty text', { type: 'text', text: {} }],
  ['a file without a name', { type: 'image', image: { caption: 'No answer' } }],
  ['no context', { type: 'hologram', context: null }],
]

test('an unknown kind of message is stored as unsupported and empty, from the contact and from the owner', async () => {
  const { owner, sendWebhook, waitForMessages } = await openNumber('205')
  const at = now() - 60
  await sendWebhook(textOf('wamid.0', 'Hello', at))
  await waitForMessages(1)
  for (const [index, [, content]] of odd.entries()) {
    const about = { id: `wamid.odd.${index}`, timestamp: String(at + 1 + index), ...content }
    await sendWebhook({ messages: [{ from: ravi.slice(1), ...about }] })
    const echo = { ...about, id: `wamid.echo.${index}`, from: '1', to: ravi.slice(1) }
    await sendWebhook({ message_echoes: [echo] }, 'smb_message_echoes')
  }
  const { items, session } = await waitForMessages(1 + 2 * odd.length)
  const others = items.slice(1).map(({ type, text, author }) => ({ type, text, author }))
  expect(new Set(others.map(({ author }) => author))).toEqual(new Set(['contact', 'owner']))
  for (const other of others) expect(other).toMatchObject({ type: 'unsupported', text: '' })
  expect(session).toMatchObject({
    handler: 'none',
    unreadCount: 1 + odd.length,
    attention: expect.arrayContaining(['unread', 'handoff']),
    lastMessage: { author: 'contact' },
  })
  expect(await listChats(owner)).toHaveLength(1)
})
