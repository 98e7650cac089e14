import { beforeAll, expect, test } from 'vitest'

import { startAnswering } from '../../../test/assistant-api.ts'
import { agreed, dayAfter, openBooked, other } from '../../../test/booked-chat.ts'
import { ravi } from '../../../test/collecting-chat.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { rulesProvider } from '../ai/rules/rules-provider.ts'

const api = useTestApi()
beforeAll(() => startAnswering(api, rulesProvider))

test('one more booking is kept beside the first', async () => {
  const { owner, say, chatOf, bookings, answers, decide } = await openBooked(api)
  await decide({ action: 'confirm' })

  await say(`one more for my son, ${other.said} at 11 am`, /What is your name/)
  expect(await answers()).toMatchObject({ status: 'partial', booking: { time: '11:00' } })
  await say('Arun', /Arun\nIs everything right/)
  await say('yes', /See you then/)

  expect(await bookings()).toEqual([`${agreed} confirmed`, `${other.iso} 11:00`])
  const { id, formData, earlierFormData, needs } = await chatOf(ravi)
  expect(formData).toMatchObject({ status: 'confirmed', values: { name: 'Arun' } })
  expect(earlierFormData).toMatchObject([{ values: { name: 'Ravi' } }])
  expect(needs.booking).toMatchObject({ formDataId: formData.id, time: '11:00' })

  // It is one chat, wherever chats are counted.
  const { body: stats } = await owner.call('GET', '/api/chats/stats')
  expect(stats.totals).toMatchObject({ sessions: 1, completed: 1 })
  const jobPath = `/api/jobs/${(await chatOf(ravi)).job.id}/analytics`
  const { body: figures } = await owner.call('GET', jobPath)
  expect(figures.totals).toMatchObject({ started: 1, completed: 1 })

  // The calls of the page are of the latest, or of the one that they name.
  const [{ id: formDataId }] = earlierFormData
  const path = `/api/chats/sessions/${id}/form-data`
  const named = { formDataId, formData: { name: 'Ravi Nair' } }
  expect((await owner.call('PUT', path, { body: named })).body.formData.id).toBe(formDataId)
  const { body } = await owner.call('PUT', path, { body: { formData: { name: 'Arun Nair' } } })
  expect(body.formData.id).toBe(formData.id)
  await decide({ action: 'cancel', formDataId })
  expect(await bookings()).toEqual([`${agreed} cancelled`, `${other.iso} 11:00`])
})

test('a contact who drops the second booking keeps the first', async () => {
  const { say, chatOf, bookings } = await openBooked(api)
  await say(`one more for my son, ${other.said} at 11 am`, /What is your name/)

  await say('never mind', /^It stays as it was\.$/)

  expect(await bookings()).toEqual([agreed])
  const { formData, earlierFormData } = await chatOf(ravi)
  expect(formData.values).toMatchObject({ name: 'Ravi' })
  expect(earlierFormData).toBeUndefined()
})

test('asks the contact when one more booking or a change could be meant', async () => {
  const { owner, say, chatOf, bookings } = await openBooked(api)
  const choices = async () => {
    const { id } = await chatOf(ravi)
    const { items } = (await owner.call('GET', `/api/chats/sessions/${id}/messages`)).body
    return items.at(-1).choices.options.map(({ title }: { title: string }) => title)
  }
  await say(`can I book ${other.said} at 4 pm?`, /instead of what we agreed, or one more/)
  expect(await choices()).toEqual(['Instead', 'One more'])
  await say('Instead', /Nothing is changed yet[\s\S]*16:00/)
  await say('no', /^It stays as it was\.$/)

  await say(`can I book ${other.said} at 4 pm?`, /instead of what we agreed, or one more/)
  expect(await bookings()).toEqual([agreed])
  await say('One more', /What is your name/)
  await say('Arun', /Arun\nIs everything right/)
  await say('yes', /See you then/)
  expect(await bookings()).toEqual([agreed, `${other.iso} 16:00`])
})

test('a second booking at the time that was asked about is not refused', async () => {
  const { say, answers } = await openBooked(api)
  await say(`can I book ${other.said} at 4 pm?`, /or one more/)

  await say(`one more, ${other.said} at 4 pm`, /What is your name/)
  expect(await answers()).toMatchObject({ booking: { day: other.iso, time: '16:00' } })
})

test('words of an answer do not drop an unfinished second booking', async () => {
  const { say, answers } = await openBooked(api)
  await say(`one more for my son, ${other.said} at 11 am`, /What is your name/)

  await say('keep the same name as before', /./)

  expect(await answers()).toMatchObject({ booking: { day: other.iso, time: '11:00' } })
})

test('a yes to a change counts when it also asks for one more booking, which the owner reads', async () => {
  const { say, chatOf, bookings } = await openBooked(api)
  await say(`Can I come on ${other.said} at 4 pm instead?`, /Shall I change it/)

  await say(`Yes, and one more for my son on ${dayAfter(7).said} at 11 am`, /still has to answer/)

  expect(await bookings()).toEqual([`${other.iso} 16:00`])
  expect((await chatOf(ravi)).attention).toContain('handoff')
})

test('the chat about a second booking goes on when the owner corrects the first', async () => {
  const { owner, say, chatOf } = await openBooked(api)
  await say(`one more for my son, ${other.said} at 11 am`, /What is your name/)
  const { id, earlierFormData } = await chatOf(ravi)
  const body = { formDataId: earlierFormData[0].id, formData: { name: 'Ravi Nair' } }
  await owner.call('PUT', `/api/chats/sessions/${id}/form-data`, { body })

  expect(await chatOf(ravi)).toMatchObject({ status: 'active', handler: 'assistant' })
  await say('Arun', /Arun\nIs everything right/)
})
