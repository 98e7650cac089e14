import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { sendReply } from '../../../../test/chat-api.ts'
import { answering, newForm } from '../../../../test/form-rows.ts'
import { recordSends, waitForChat } from '../../../../test/phone-api.ts'
import { type Owner, useTestApi } from '../../../../test/test-api.ts'
import { connect, now, textOf } from '../../../../test/webhook-api.ts'
import { contacts } from '../../../platform/database/schema.ts'
import { dayOf } from '../../../platform/period/days.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '1000' }) })
const answer = answering(api)
const sent = recordSends(api)
/** The numbers that messages were sent to. */
const sentTo = () => sent.map(({ to }) => to)

const peopleOf = ({ id }: Owner) =>
  api.database.queries.select().from(contacts).where(eq(contacts.ownerId, id))
const get = async (owner: Owner, path: string) => (await owner.call('GET', path)).body
/** A text from a contact without a name. */
const nameless = (id: string, from: string) => ({
  messages: textOf(id, 'Hello', now() - 60, from).messages,
})

let number = 700

test.each([
  ['Mexico', '525512345678', '5215512345678', '+525512345678', '+52 55 1234 5678'],
  ['Mexico', '5215512345678', '525512345678', '+525512345678', '+52 55 1234 5678'],
  ['Brazil', '5511987654321', '551187654321', '+5511987654321', '+55 11 98765 4321'],
  ['Argentina', '541123456789', '5491123456789', '+5491123456789', '+54 9 11 2345 6789'],
  // A landline has no 9.
  ['Argentina', '5491123456789', '541123456789', '+541123456789', '+54 11 2345 6789'],
])(
  'in %s, %s and %s are one contact, found by either form and shown as it is dialled',
  async (_country, first, last, shown, written) => {
    const owner = await api.newOwner()
    number += 1
    const { sendWebhook } = await connect(api, owner, String(number))
    await sendWebhook(nameless('wamid.1', first))
    await sendWebhook(nameless('wamid.2', last))
    const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(2))
    expect(session.contact).toMatchObject({ phoneNumber: shown, waId: last })

    for (const form of [first, last, written]) {
      const query = `q=${encodeURIComponent(`+${form}`.replace('++', '+'))}`
      expect((await get(owner, `/api/chats/sessions?${query}`)).items).toMatchObject([
        { id: session.id, contact: { phoneNumber: shown } },
      ])
      const found = { sessionId: session.id, phoneNumber: shown, contactName: shown }
      expect((await get(owner, `/api/search?${query}`)).contacts).toMatchObject([found])
    }
    const file = `/api/chats/export?sessionId=${session.id}&format=csv`
    expect(await get(owner, file)).toContain(written)
    expect(await get(owner, `${file}&values=keys`)).toContain(shown)

    // WhatsApp needs the number in the form that it last used itself.
    await sendReply(owner, session.id, 'Hello')
    await vi.waitFor(() => expect(sentTo()).toEqual([last]))
    const stop = { wa_id: first, category: 'marketing_messages', value: 'stop', timestamp: now() }
    await sendWebhook({ user_preferences: [stop] }, 'user_preferences')
    await vi.waitFor(async () =>
      expect(await peopleOf(owner)).toMatchObject([{ marketingOptedOutAt: expect.any(Date) }]),
    )
  },
)

test('a contact stored with Mexico’s old prefix stays one contact, and table, export and calendar show the new number', async () => {
  const owner = await api.newOwner()
  const fields = [{ key: 'day', label: 'Day', type: 'date', required: true, order: 0 }]
  const job = await newForm(owner, 'Tables', { fields })
  const { chat } = await answer(owner, job.id, { day: dayOf(new Date(), 'Asia/Kolkata') })
  const stored = { name: '', phoneNumber: '+5215512345678' }
  await api.database.queries.update(contacts).set(stored).where(eq(contacts.id, chat.contactId))
  number += 1
  const { sendWebhook } = await connect(api, owner, String(number))
  await sendWebhook(nameless('wamid.1', '525512345678'))
  await vi.waitFor(async () =>
    expect(await peopleOf(owner)).toMatchObject([
      { id: chat.contactId, phoneNumber: '+525512345678' },
    ]),
  )
  await sendWebhook(nameless('wamid.2', '5215512345678'))
  await vi.waitFor(async () =>
    expect(await peopleOf(owner)).toMatchObject([{ id: chat.contactId, ...stored }]),
  )

  const form = `/api/chats/forms/${job.formId}`
  const { responses } = await get(owner, `${form}?responses=true`)
  expect(responses.items).toMatchObject([{ contact: { phoneNumber: '+525512345678' } }])
  expect(await get(owner, `${form}?format=csv`)).toContain('+52 55 1234 5678')
  const { calendar } = (await owner.call('POST', '/api/auth/calendar')).body
  const feed = await api.request(calendar.url.slice(api.publicUrl.length))
  const events = (await feed.text()).replaceAll('\r\n ', '')
  expect(events).toContain('Tables: +525512345678')
  expect(events).toContain('+52 55 1234 5678')
})
