import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { readChat, sendReply, waitForStatus } from '../../../../test/chat-api.ts'
import { insertTemplate } from '../../../../test/chat-rows.ts'
import { phonesOf, recordSends, waitForChat } from '../../../../test/phone-api.ts'
import { type Owner, useTestApi } from '../../../../test/test-api.ts'
import { connect, now } from '../../../../test/webhook-api.ts'
import { accounts, contacts } from '../../../platform/database/schema.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '1000' }) })
const sent = recordSends(api)

let number = 500
async function openNumber() {
  const owner = await api.newOwner()
  number += 1
  const { sendWebhook } = await connect(api, owner, String(number))
  return { owner, sendWebhook }
}

const asha = '919800000001'
let count = 0
/** A message from a sender with these ids. */
function messageFrom(senderIds: { from?: string; from_user_id?: string }, text: string) {
  count += 1
  const about = { id: `wamid.p.${count}`, timestamp: String(now() - 600 + count) }
  return { ...senderIds, ...about, type: 'text', text: { body: text } }
}
const noticeFrom = (senderIds: object, system: object) => {
  const { text: _none, ...about } = messageFrom(senderIds, '')
  return { messages: [{ ...about, type: 'system', system }] }
}

const both = { from: asha, from_user_id: 'IN.77' }
const numbered = {
  contacts: [{ profile: { name: 'Asha Test' }, wa_id: asha, user_id: 'IN.77' }],
  messages: () => [messageFrom(both, 'Hello')],
}
const hidden = {
  contacts: [{ profile: { name: 'Asha Test', username: '@asha' }, user_id: 'IN.77' }],
  messages: () => [messageFrom({ from_user_id: 'IN.77' }, 'Asha')],
}
const valueOf = ({ messages, ...rest }: typeof numbered | typeof hidden) => ({
  ...rest,
  messages: messages(),
})

const peopleOf = ({ id }: Owner) =>
  api.database.queries.select().from(contacts).where(eq(contacts.ownerId, id))
const waitFor = (owner: Owner, length: number) =>
  waitForChat(owner, ({ items }) => expect(items).toHaveLength(length))

test.each([
  ['with the number first', numbered, hidden],
  ['with the user id first', hidden, numbered],
])('a contact who hides the number stays one contact, %s', async (_order, first, second) => {
  const { owner, sendWebhook } = await openNumber()
  await sendWebhook(valueOf(first))
  await waitFor(owner, 1)
  await sendWebhook(valueOf(second))
  const { session } = await waitFor(owner, 2)

  expect(session.contact).toMatchObject({ name: 'Asha Test', phoneNumber: `+${asha}` })
  expect(await peopleOf(owner)).toMatchObject([
    { phoneNumber: `+${asha}`, userId: 'IN.77', username: '@asha' },
  ])
  expect((await owner.call('GET', '/api/chats/sessions')).body.totals.all).toBe(1)
})

test('a contact without a known number is shown by username and written to by user id', async () => {
  const { owner, sendWebhook } = await openNumber()
  const contact = { profile: { username: 'asha.b' }, user_id: 'IN.78' }
  await sendWebhook({
    contacts: [contact],
    messages: [messageFrom({ from_user_id: 'IN.78' }, 'Hello')],
  })
  const { session } = await waitFor(owner, 1)
  await sendReply(owner, session.id, 'Hello Asha')

  await vi.waitFor(() => expect(sent).toMatchObject([{ recipient: 'IN.78' }]))
  expect(sent[0]).not.toHaveProperty('to')
  expect(session.contact).toMatchObject({ name: '', phoneNumber: '', username: '@asha.b' })
  const search = await owner.call('GET', '/api/chats/sessions?q=asha')
  expect(search.body.items).toHaveLength(1)
  for (const format of ['csv', 'json']) {
    const path = `/api/chats/export?sessionId=${session.id}&format=${format}`
    const file = JSON.stringify((await owner.call('GET', path)).body)
    expect(file).toContain('@asha.b')
    expect(file).not.toContain('IN.78')
  }
  expect(JSON.stringify(session)).not.toContain('IN.78')
})

test('a simulated contact with a username gets replies, and the number stays unknown', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await api.database.queries
    .update(accounts)
    .set({ balanceMicros: 100_000_000n })
    .where(eq(accounts.ownerId, owner.id))
  await phones.write('+919800000009', { username: '@asha', name: '' })
  const { session } = await waitFor(owner, 1)
  expect(session.contact).toMatchObject({ phoneNumber: '', username: '@asha' })

  const { body } = await sendReply(owner, session.id, 'Hello')
  await waitForStatus(owner, session.id, body.message.id, 'delivered')
  const { messages, username } = await phones.chatWith('+919800000009')
  expect(messages.at(-1)).toMatchObject({ from: 'business', text: 'Hello' })

  await phones.write('+919800000009', { username, text: 'Thank you' })
  const later = await waitFor(owner, 3)
  expect(later.session.contact).toMatchObject({ phoneNumber: '', username: '@asha' })
})

test.each([
  [
    'a new number',
    { from: asha },
    { type: 'user_changed_number', wa_id: '919800000002', body: 'User Gia changed' },
    { to: '919800000002' },
  ],
  [
    'a new number beside an id that may be the old one',
    { from: asha, from_user_id: 'IN.77' },
    { type: 'user_changed_number', wa_id: '919800000002' },
    { to: '919800000002' },
  ],
  [
    'a new number, in the older format',
    { from: asha },
    { type: 'customer_changed_number', new_wa_id: '919800000002', wa_id: asha },
    { to: '919800000002' },
  ],
  [
    'a new number of a contact whose old one is hidden',
    { from_user_id: 'IN.99' },
    { type: 'user_changed_number', wa_id: '919800000002', previous_user_id: 'IN.77' },
    { to: '919800000002' },
  ],
  [
    'a new user id',
    { from_user_id: 'IN.99' },
    { type: 'user_changed_user_id', user_id: 'IN.99', previous_user_id: 'IN.77' },
    { recipient: 'IN.99' },
  ],
  [
    'a new user id, with the old one only in the text',
    {},
    { type: 'user_changed_user_id', user_id: 'IN.99', body: 'User A changed from IN.77 to IN.99' },
    { recipient: 'IN.99' },
  ],
])(
  '%s: the next reply is sent there, in the same chat',
  async (_what, senderIds, system, expected) => {
    const { owner, sendWebhook } = await openNumber()
    await sendWebhook(valueOf(numbered))
    const { session } = await waitFor(owner, 1)
    const notice = noticeFrom(senderIds, system)
    for (let copy = 0; copy < 3; copy += 1) await sendWebhook(notice)
    await vi.waitFor(async () =>
      expect(await peopleOf(owner)).not.toMatchObject([{ phoneNumber: `+${asha}` }]),
    )

    expect((await sendReply(owner, session.id, 'Still you?')).status).toBe(202)
    await vi.waitFor(() => expect(sent).toMatchObject([expected]))
    expect(Object.keys(sent[0] ?? {})).not.toContain('to' in expected ? 'recipient' : 'to')
    const { to, recipient } = expected as { to?: string; recipient?: string }
    const again = { ...(to && { from: to }), from_user_id: recipient ?? 'IN.99' }
    await sendWebhook({ messages: [messageFrom(again, 'Still me')] })
    const { session: after, items } = await waitFor(owner, 4)
    expect(items[1]).toMatchObject({ type: 'event', kind: 'number_changed' })
    expect(after).toMatchObject({ id: session.id, unreadCount: 1 })
  },
)

test('a late notice does not remove a number or id learned from a newer message', async () => {
  const { owner, sendWebhook } = await openNumber()
  await sendWebhook(valueOf(numbered))
  await waitFor(owner, 1)
  const since = { from: '919800000002', from_user_id: 'IN.99' }
  await sendWebhook({ messages: [messageFrom(since, 'My new number')] })
  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(2))
  const previous = { previous_user_id: 'IN.77' }
  await sendWebhook(
    noticeFrom({ from_user_id: 'IN.99' }, { ...previous, type: 'user_changed_user_id' }),
  )
  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(1))
  const changed = { type: 'user_changed_number', wa_id: '919800000002' }
  await sendWebhook(noticeFrom({ from: asha }, changed))
  await sendWebhook({ messages: [messageFrom({ from_user_id: 'IN.99' }, 'Still here')] })

  await vi.waitFor(async () =>
    expect(await peopleOf(owner)).toMatchObject([
      { phoneNumber: '+919800000002', userId: 'IN.99', name: 'Asha Test' },
    ]),
  )
  expect((await owner.call('GET', '/api/chats/sessions')).body.totals.all).toBe(2)
})

test('a reply to the former holder of a reassigned number is sent to their user id', async () => {
  const { owner, sendWebhook } = await openNumber()
  await sendWebhook(valueOf(numbered))
  const { session } = await waitFor(owner, 1)
  const contact = { profile: { name: 'Zoe' }, wa_id: asha, user_id: 'IN.90' }
  const message = messageFrom({ from: asha, from_user_id: 'IN.90' }, 'Who are you?')
  await sendWebhook({ contacts: [contact], messages: [message] })

  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(2))
  await sendReply(owner, session.id, 'For Asha')
  await vi.waitFor(() => expect(sent).toMatchObject([{ recipient: 'IN.77' }]))
})

test('a message that the owner sends from the phone to a contact without a number appears in that chat', async () => {
  const { owner, sendWebhook } = await openNumber()
  await sendWebhook(valueOf(hidden))
  await waitFor(owner, 1)
  const { from_user_id: to, ...rest } = messageFrom({ from_user_id: 'IN.77' }, 'I take over')
  await sendWebhook(
    { message_echoes: [{ ...rest, from: '1', to_user_id: to }] },
    'smb_message_echoes',
  )

  const { items, session } = await waitFor(owner, 2)
  expect(items[1]).toMatchObject({ author: 'owner', text: 'I take over' })
  expect(session.handler).toBe('owner')
})

test('a contact without a number who opted out of marketing gets none', async () => {
  const { owner, sendWebhook } = await openNumber()
  await sendWebhook(valueOf(hidden))
  const { session } = await waitFor(owner, 1)
  const template = { name: 'sale', body: 'Half price', category: 'MARKETING' as const }
  await insertTemplate(api.database.queries, { ownerId: owner.id, ...template })
  const preference = { user_id: 'IN.77', category: 'marketing_messages', value: 'stop' }
  await sendWebhook({ user_preferences: [{ ...preference, timestamp: now() }] }, 'user_preferences')
  await vi.waitFor(async () =>
    expect(await peopleOf(owner)).toMatchObject([{ marketingOptedOutAt: expect.any(Date) }]),
  )

  const { name } = template
  const words = { templateName: name, languageCode: 'en', components: [], message: template.body }
  const body = { ...words, undoSeconds: 0 }
  const answer = await owner.call('POST', `/api/chats/sessions/${session.id}/reply`, { body })
  const { id } = answer.body.message
  const failed = await waitForStatus(owner, session.id, id, 'failed')
  expect(failed.error.code).toBe(131_050)
  expect(sent).toEqual([])
})

test('messages in a group do not appear in a private chat', async () => {
  const { owner, sendWebhook } = await openNumber()
  const group = { group_id: 'Y2FwaV9ncm91cDox' }
  await sendWebhook({ ...numbered, messages: [{ ...messageFrom(both, 'Hello all'), ...group }] })
  const edit = {
    original_message_id: 'wamid.group',
    message: { type: 'text', text: { body: 'x' } },
  }
  await sendWebhook({ messages: [{ ...messageFrom(both, ''), ...group, type: 'edit', edit }] })
  await sendWebhook(valueOf(hidden))

  const { session } = await waitFor(owner, 1)
  expect((await readChat(owner, session.id)).items).toMatchObject([{ text: 'Asha' }])
  expect(await peopleOf(owner)).toHaveLength(1)
})

test.each([
  [
    'each has its own',
    [
      { profile: { name: 'Zoe' }, wa_id: asha },
      { profile: { name: 'Joao' }, wa_id: '5511980000001' },
    ],
    ['Joao', 'Zoe'],
  ],
  [
    'the remaining number gets the remaining name',
    [
      { profile: { name: 'Zoe' }, wa_id: asha },
      { profile: { name: 'Joao' }, wa_id: '77' },
    ],
    ['Joao', 'Zoe'],
  ],
  ['there is one name', [{ profile: { name: 'Zoe' }, wa_id: asha }], ['', 'Zoe']],
  ['the other has no profile', [{ profile: { name: 'Zoe' }, wa_id: asha }, null], ['', 'Zoe']],
  ['there are none', null, ['', '']],
])('two contacts in one webhook do not get each other’s name: %s', async (_, people, names) => {
  const { owner, sendWebhook } = await openNumber()
  const messages = [
    messageFrom({ from: asha }, 'One'),
    messageFrom({ from: '551180000001' }, 'Two'),
  ]
  await sendWebhook({ contacts: people, messages })

  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(2))
  expect((await peopleOf(owner)).map(({ name }) => name).toSorted()).toEqual(names)
})
