import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { startAnswering } from '../../../test/assistant-api.ts'
import { agreed, first, openBooked, other } from '../../../test/booked-chat.ts'
import { ravi } from '../../../test/collecting-chat.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { chatSessions } from '../../platform/database/schema.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'

const api = useTestApi()
beforeAll(() => startAnswering(api, rulesProvider))

test.each([
  [`I can't make it on ${first.said}`],
  [`sorry, I can not come ${first.said}`],
  ['need to cancel my 10 am'],
  ['please cancel my appointment'],
])('"%s" asks the owner to cancel and changes nothing else', async (text) => {
  const { say, chatOf, bookings, answers, decide } = await openBooked(api)
  await decide({ action: 'confirm' })

  await say(text, /passed on to our team that you want to cancel: .*10:00/)

  expect(await bookings()).toEqual([`${agreed} confirmed`])
  expect(await answers()).toMatchObject({ booking: { cancelAskedAt: expect.any(String) } })
  const { attention, needs } = await chatOf(ravi)
  expect({ attention, needs }).toMatchObject({
    attention: expect.arrayContaining(['handoff']),
    needs: { reason: 'handoff' },
  })
  await decide({ action: 'cancel' })
  expect((await answers()).booking).not.toHaveProperty('cancelAskedAt')
})

test('marks the booking that the contact names for cancelling, out of two', async () => {
  const { say, chatOf } = await openBooked(api)
  await say(`one more for my son, ${other.said} at 11 am`, /What is your name/)
  await say('Arun', /Arun\nIs everything right/)
  await say('yes', /See you then/)

  await say(`we can't come on ${first.said}`, /want to cancel: .*10:00\.$/)

  const { formData, earlierFormData } = await chatOf(ravi)
  expect(formData.booking).not.toHaveProperty('cancelAskedAt')
  expect(earlierFormData[0].booking).toHaveProperty('cancelAskedAt')
})

test('greets a contact who returns after a booking, and answers when the booking is', async () => {
  const { say, bookings } = await openBooked(api)
  await say('Hello', /^Hello!$/)

  await say(
    'when is my appointment?',
    new RegExp(`This is what we agreed:[^]*${first.said.split(' ')[0]}.*10:00`),
  )
  expect(await bookings()).toEqual([agreed])
})

test('"cancel" alone means the booking, if there is one', async () => {
  const { say, answers } = await openBooked(api)
  await say('Hello', /Hello/)

  await say('CANCEL', /want to cancel: .*10:00/)

  expect((await answers()).booking).toHaveProperty('cancelAskedAt')
})

test.each([
  ['was completed long ago', { status: 'completed', closeReason: 'completed' }],
  ['was closed as idle', { status: 'closed', closeReason: 'idle', closedAt: new Date() }],
] as const)('a chat that %s continues while its booking is in the future', async (_, ended) => {
  const { owner, phones, say, chatOf, answers, decide } = await openBooked(api)
  const chats = async () => (await owner.call('GET', '/api/chats/sessions')).body.items
  const { id } = await chatOf(ravi)
  const handlerSince = new Date(Date.now() - 7 * 86_400_000)
  const { queries } = api.database
  await queries
    .update(chatSessions)
    .set({ ...ended, handler: 'none', handlerSince })
    .where(eq(chatSessions.id, id))

  await say(`I can't come on ${first.said}`, /want to cancel: .*10:00/)

  expect((await answers()).booking).toHaveProperty('cancelAskedAt')
  expect(await chats()).toHaveLength(1)
  // What is cancelled is over: the next message begins another chat.
  await decide({ action: 'cancel' })
  await queries.update(chatSessions).set({ ...ended, handler: 'none', handlerSince })
  await phones.write(ravi, { text: 'Hello, a haircut please' })
  await vi.waitFor(async () => expect(await chats()).toHaveLength(2))
})
