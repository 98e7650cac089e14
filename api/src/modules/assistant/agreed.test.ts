import { beforeAll, expect, test } from 'vitest'

import { giveTo, startAnswering } from '../../../test/assistant-api.ts'
import {
  agreed,
  asha,
  dayAfter,
  first,
  openAsking,
  openBooked,
  other,
} from '../../../test/booked-chat.ts'
import { ravi } from '../../../test/collecting-chat.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'
import { runChatTimers } from '../conversations/run-chat-timers.ts'

const api = useTestApi()
beforeAll(() => startAnswering(api, rulesProvider))

test('asking about another time changes nothing until the contact says yes', async () => {
  const { say, bookings, answers, decide } = await openBooked(api)
  await decide({ action: 'confirm' })

  await say(`is ${other.said} at 4 pm possible?`, /Nothing is changed yet[\s\S]*Shall I change it/)
  expect(await bookings()).toEqual([`${agreed} confirmed`])
  const booking = { day: other.iso, time: '16:00' }
  expect(await answers()).toMatchObject({ booking: { time: '10:00' }, proposed: { booking } })
  // Its place is held for as long as the contact may say yes.
  await say(`${other.said} at 4 pm. I am Asha`, /taken/, asha)

  await say('no, leave it as it was', /^It stays as it was\.$/)
  expect(await bookings()).toEqual([`${agreed} confirmed`])
  expect(await answers()).not.toHaveProperty('proposed')
  await say(`then ${other.said} at 4 pm`, /everything right/, asha)
})

test('a change that the contact confirms waits for the owner’s decision again', async () => {
  const { say, chatOf, bookings, decide } = await openBooked(api)
  await decide({ action: 'confirm' })
  await say(`Can I come on ${other.said} at 4 pm instead?`, /Shall I change it/)

  await say('yes please', /See you then/)

  expect(await bookings()).toEqual([`${other.iso} 16:00`])
  const { needs, formData } = await chatOf(ravi)
  expect(formData).not.toHaveProperty('proposed')
  expect(needs).toMatchObject({ reason: 'booking', booking: { formDataId: formData.id } })
})

test.each([
  ['the owner takes over the chat', ({ owner, id }) => giveTo(owner, id, 'owner')],
  ['the contact asks for a person', ({ say }) => say('I want to talk to a human', /team/)],
  ['nobody writes for 40 days', () => runChatTimers(api, new Date(Date.now() + 40 * 86_400_000))],
] as [
  string,
  (chat: Awaited<ReturnType<typeof openBooked>> & { id: string }) => Promise<unknown>,
][])('a proposed change is dropped and the booking stays when %s', async (_, happens) => {
  const chat = await openBooked(api)
  const { say, chatOf, bookings, answers } = chat
  await say(`Can I come on ${other.said} at 4 pm instead?`, /Shall I change it/)

  await happens({ ...chat, id: (await chatOf(ravi)).id })

  expect(await answers()).not.toHaveProperty('proposed')
  expect(await bookings()).toEqual([agreed])
})

test('an answer that the owner enters counts at once, also in a proposed change', async () => {
  const { owner, say, chatOf, bookings, answers, decide } = await openBooked(api)
  await say(`Can I come on ${other.said} at 4 pm instead?`, /Shall I change it/)
  const { id } = await chatOf(ravi)
  const path = `/api/chats/sessions/${id}/form-data`

  await owner.call('PUT', path, { body: { formData: { name: 'Ravi Nair' } } })
  expect(await answers()).toMatchObject({
    values: { name: 'Ravi Nair' },
    booking: { day: first.iso },
    proposed: { booking: { day: other.iso } },
  })
  // The contact is shown what has changed since.
  await say('yes', /Ravi Nair[\s\S]*Shall I change it/)
  await say('yes', /See you then/)
  expect(await answers()).toMatchObject({
    values: { name: 'Ravi Nair' },
    booking: { day: other.iso },
  })

  await say(`Can I come on ${first.said} at 9 am instead?`, /Shall I change it/)
  await decide({ action: 'move', day: dayAfter(7).iso, time: '12:00' })
  expect(await answers()).not.toHaveProperty('proposed')
  expect(await bookings()).toEqual([`${dayAfter(7).iso} 12:00 confirmed`])
})

test('an owner’s confirmation does not replace the contact’s yes', async () => {
  const { say, chatOf, decide } = await openAsking(api)
  await say(`Hi, ${first.said} at 10:00 please. My name is Ravi`, /everything right/)
  await decide({ action: 'confirm' })

  await say('yes', /everything right/)
  await say('yes', /See you then/)

  const { status, formData } = await chatOf(ravi)
  expect(status).toBe('completed')
  expect(formData).toMatchObject({ status: 'confirmed', booking: { decision: 'confirmed' } })
})

test('a change of an answer that the owner entered is proposed as well', async () => {
  const { say, bookings, answers, decide } = await openBooked(api)
  await decide({ action: 'move', day: dayAfter(7).iso, time: '12:00' })

  await say(`Can I come on ${other.said} at 4 pm instead?`, /Shall I change it/)

  expect(await answers()).toMatchObject({ proposed: { booking: { time: '16:00' } } })
  await say('yes', /See you then/)
  expect(await bookings()).toEqual([`${other.iso} 16:00`])
})

test('a proposed change of a name takes no second place in the slot', async () => {
  const two = { behaviour: { booking: { minutes: 30, capacity: 2 } } }
  const { say, chatOf } = await openBooked(api, two)
  await say('Sorry, the name is Arun', /Arun\nShall I change it/)

  await say(`Hi, ${first.said} at 10:00. My name is Asha`, /everything right/, asha)
  expect((await chatOf(asha)).formData).toMatchObject({ booking: { time: '10:00' } })
})

test.each([
  ['I have another question, is there parking?'],
  ['Just a second please'],
  ['In addition I have a nut allergy'],
  ['Great, see you tomorrow!'],
  ['I will bring my wife, she arrives on Sunday'],
])('"%s" does not start another booking or ask for another time', async (text) => {
  const { owner, phones, say, chatOf, bookings, answers } = await openBooked(api)
  await phones.write(ravi, { text })
  await say('Is there parking?', /./)

  const { id } = await chatOf(ravi)
  const { items } = (await owner.call('GET', `/api/chats/sessions/${id}/messages`)).body
  expect(items.map(({ text: said }: { text: string }) => said)).not.toContainEqual(
    expect.stringMatching(/Nothing is changed yet|instead of what/),
  )
  expect(await bookings()).toEqual([agreed])
  expect(await answers()).not.toHaveProperty('proposed')
})
