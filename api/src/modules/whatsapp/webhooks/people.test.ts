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
  const { tell } = await connect(api, owner, String(number))
  return { owner, tell }
}

const asha = '919800000001'
let count = 0
/** A message of somebody with these names. */
function written(names: { from?: string; from_user_id?: string }, text: string) {
  count += 1
  const about = { id: `wamid.p.${count}`, timestamp: String(now() - 600 + count) }
  return { ...names, ...about, type: 'text', text: { body: text } }
}
const noticed = (names: object, system: object) => {
  const { text: _none, ...about } = written(names, '')
  return { messages: [{ ...about, type: 'system', system }] }
}

const both = { from: asha, from_user_id: 'IN.77' }
const numbered = {
  contacts: [{ profile: { name: 'Asha Test' }, wa_id: asha, user_id: 'IN.77' }],
  messages: () => [written(both, 'Hello')],
}
const hidden = {
  contacts: [{ profile: { name: 'Asha Test', username: '@asha' }, user_id: 'IN.77' }],
  messages: () => [written({ from_user_id: 'IN.77' }, 'Asha')],
}
const told = ({ messages, ...rest }: typeof numbered | typeof hidden) => ({
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
])('somebody who hides the number is one contact, %s', async (_order, first, second) => {
  const { owner, tell } = await openNumber()
  await tell(told(first))
  await waitFor(owner, 1)
  await tell(told(second))
  const { session } = await waitFor(owner, 2)

  expect(session.contact).toMatchObject({ name: 'Asha Test', phoneNumber: `+${asha}` })
  expect(await peopleOf(owner)).toMatchObject([
    { phoneNumber: `+${asha}`, userId: 'IN.77', username: '@asha' },
  ])
  expect((await owner.call('GET', '/api/chats/sessions')).body.totals.all).toBe(1)
})

test('who has no number that we know is called by the username, and written to by the id', async () => {
  const { owner, tell } = await openNumber()
  const contact = { profile: { username: 'asha.b' }, user_id: 'IN.78' }
  await tell({ contacts: [contact], messages: [written({ from_user_id: 'IN.78' }, 'Hello')] })
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

test('the simulated phone of somebody with a username is answered, and its number stays unknown', async () => {
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
    'a new number, as it was written before',
    { from: asha },
    { type: 'customer_changed_number', new_wa_id: '919800000002', wa_id: asha },
    { to: '919800000002' },
  ],
  [
    'a new number of somebody whose old one is hidden',
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
    'a new user id that only the words tell',
    {},
    { type: 'user_changed_user_id', user_id: 'IN.99', body: 'User A changed from IN.77 to IN.99' },
    { recipient: 'IN.99' },
  ],
])('%s: the next reply goes there, in the same chat', async (_what, names, system, expected) => {
  const { owner, tell } = await openNumber()
  await tell(told(numbered))
  const { session } = await waitFor(owner, 1)
  const notice = noticed(names, system)
  for (let copy = 0; copy < 3; copy += 1) await tell(notice)
  await vi.waitFor(async () =>
    expect(await peopleOf(owner)).not.toMatchObject([{ phoneNumber: `+${asha}` }]),
  )

  expect((await sendReply(owner, session.id, 'Still you?')).status).toBe(202)
  await vi.waitFor(() => expect(sent).toMatchObject([expected]))
  expect(Object.keys(sent[0] ?? {})).not.toContain('to' in expected ? 'recipient' : 'to')
  const { to, recipient } = expected as { to?: string; recipient?: string }
  const again = { ...(to && { from: to }), from_user_id: recipient ?? 'IN.99' }
  await tell({ messages: [written(again, 'Still me')] })
  const { session: after, items } = await waitFor(owner, 4)
  expect(items[1]).toMatchObject({ type: 'event', kind: 'number_changed' })
  expect(after).toMatchObject({ id: session.id, unreadCount: 1 })
})

test('a notice that comes late takes no name away that a message has told since', async () => {
  const { owner, tell } = await openNumber()
  await tell(told(numbered))
  await waitFor(owner, 1)
  const since = { from: '919800000002', from_user_id: 'IN.99' }
  await tell({ messages: [written(since, 'My new number')] })
  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(2))
  const previous = { previous_user_id: 'IN.77' }
  await tell(noticed({ from_user_id: 'IN.99' }, { ...previous, type: 'user_changed_user_id' }))
  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(1))
  const changed = { type: 'user_changed_number', wa_id: '919800000002' }
  await tell(noticed({ from: asha }, changed))
  await tell({ messages: [written({ from_user_id: 'IN.99' }, 'Still here')] })

  await vi.waitFor(async () =>
    expect(await peopleOf(owner)).toMatchObject([
      { phoneNumber: '+919800000002', userId: 'IN.99', name: 'Asha Test' },
    ]),
  )
  expect((await owner.call('GET', '/api/chats/sessions')).body.totals.all).toBe(2)
})

test('a number that was given to somebody else is not written to for the one who had it', async () => {
  const { owner, tell } = await openNumber()
  await tell(told(numbered))
  const { session } = await waitFor(owner, 1)
  const contact = { profile: { name: 'Zoe' }, wa_id: asha, user_id: 'IN.90' }
  const message = written({ from: asha, from_user_id: 'IN.90' }, 'Who are you?')
  await tell({ contacts: [contact], messages: [message] })

  await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(2))
  await sendReply(owner, session.id, 'For Asha')
  await vi.waitFor(() => expect(sent).toMatchObject([{ recipient: 'IN.77' }]))
})

test('what the owner writes on the phone to somebody without a number is in that chat', async () => {
  const { owner, tell } = await openNumber()
  await tell(told(hidden))
  await waitFor(owner, 1)
  const { from_user_id: to, ...rest } = written({ from_user_id: 'IN.77' }, 'I take over')
  await tell({ message_echoes: [{ ...rest, from: '1', to_user_id: to }] }, 'smb_message_echoes')

  const { items, session } = await waitFor(owner, 2)
  expect(items[1]).toMatchObject({ author: 'owner', text: 'I take over' })
  expect(session.handler).toBe('owner')
})

test('somebody without a number is sent no marketing that they stopped', async () => {
  const { owner, tell } = await openNumber()
  await tell(told(hidden))
  const { session } = await waitFor(owner, 1)
  const template = { name: 'sale', body: 'Half price', category: 'MARKETING' as const }
  await insertTemplate(api.database.queries, { ownerId: owner.id, ...template })
  const preference = { user_id: 'IN.77', category: 'marketing_messages', value: 'stop' }
  await tell({ user_preferences: [{ ...preference, timestamp: now() }] }, 'user_preferences')
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

test('what is said in a group is in no private chat', async () => {
  const { owner, tell } = await openNumber()
  const group = { group_id: 'Y2FwaV9ncm91cDox' }
  await tell({ ...numbered, messages: [{ ...written(both, 'Hello all'), ...group }] })
  const edit = {
    original_message_id: 'wamid.group',
    message: { type: 'text', text: { body: 'x' } },
  }
  await tell({ messages: [{ ...written(both, ''), ...group, type: 'edit', edit }] })
  await tell(told(hidden))

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
    'the number that is left goes with the name that is left',
    [
      { profile: { name: 'Zoe' }, wa_id: asha },
      { profile: { name: 'Joao' }, wa_id: '77' },
    ],
    ['Joao', 'Zoe'],
  ],
  ['there is one name', [{ profile: { name: 'Zoe' }, wa_id: asha }], ['', 'Zoe']],
  ['the other has no profile', [{ profile: { name: 'Zoe' }, wa_id: asha }, null], ['', 'Zoe']],
  ['there are none', null, ['', '']],
])(
  'of two people in one webhook nobody gets the name of the other: %s',
  async (_, people, names) => {
    const { owner, tell } = await openNumber()
    const messages = [written({ from: asha }, 'One'), written({ from: '551180000001' }, 'Two')]
    await tell({ contacts: people, messages })

    await vi.waitFor(async () => expect(await peopleOf(owner)).toHaveLength(2))
    expect((await peopleOf(owner)).map(({ name }) => name).toSorted()).toEqual(names)
  },
)
