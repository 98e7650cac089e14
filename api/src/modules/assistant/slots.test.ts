import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { asking, openShop, turnOf, useAssistant } from '../../../test/assistant-api.ts'
import { ravi } from '../../../test/collecting-chat.ts'
import { answering } from '../../../test/form-rows.ts'
import { phonesOf, waitForChat } from '../../../test/phone-api.ts'
import { chatSessions } from '../../platform/database/schema.ts'

/** Reads such as `A cut on the 15th at 5 pm. I am Ravi`, for whatever the job asks. */
const { api, ai } = useAssistant(({ inbound, fields: asked }) => {
  const text = inbound.at(-1)?.text ?? ''
  const find = (pattern: RegExp) => pattern.exec(text)?.[1]
  const [date, hour] = [find(/the (\d+)th/i), find(/at (\d+) pm/i)]
  const day = date === undefined ? undefined : `${find(/of (\d{4})/) ?? '2027'}-01-${date}`
  const at = hour === undefined ? undefined : `${Number(hour) + 12}:00`
  const when = at === undefined ? undefined : `${day ?? '2027-01-15'}T${at}`
  const read = { day, at, when, service: find(/a (cut)/i), name: find(/I am (\w+)/) }
  const said = Object.entries(read).filter(
    ([key, value]) => value !== undefined && asked.some(({ field }) => field.key === key),
  )
  return turnOf('Noted.', {
    ...(text === 'Yes' && { action: 'complete' }),
    fields: Object.fromEntries(said),
    evidence: Object.fromEntries(said.map(([key]) => [key, text])),
  })
})
const answer = answering(api)
const taken = /That time is taken\. Please choose another one\./

type Fields = ReturnType<typeof asking>

/** A shop, and the phones of its contacts. */
async function openPhones(fields: Fields, behaviour: object) {
  const job = {
    ...fields,
    behaviour: { confirmAtEnd: false, ...behaviour },
    completionMessage: 'You are booked!',
  }
  const { owner, jobId } = await openShop(api, { job })
  const phones = await phonesOf(api, owner)
  const say = async (text: string, reply: RegExp, from = ravi) => {
    const message = await phones.write(from, { text })
    await waitForReply(reply)
    return message
  }
  const waitForReply = (reply: RegExp) =>
    waitForChat(owner, ({ items }) =>
      expect(items.at(-1)).toMatchObject({
        author: 'assistant',
        text: expect.stringMatching(reply),
      }),
    )
  const chat = () => waitForChat(owner, () => {})
  /** The latest answers of the latest chat. */
  const collected = async () => (await chat()).session.formData
  /** Somebody else's complete answers. */
  const book = async (answers: object) => {
    const { chat: booked } = await answer(owner, jobId, answers)
    // So that the other contact's chat is the latest.
    const lastActivityAt = new Date(Date.now() - 3_600_000)
    const isIt = eq(chatSessions.id, booked.id)
    await api.database.queries.update(chatSessions).set({ lastActivityAt }).where(isIt)
    return booked.id
  }
  const cancel = async (sessionId: string) => {
    const path = `/api/chats/sessions/${sessionId}/booking`
    expect((await owner.call('POST', path, { body: { action: 'cancel' } })).status).toBe(200)
  }
  return { phones, say, chat, collected, book, cancel, waitForReply }
}

const moments = asking(['when', 'datetime'], ['name'])

/** A shop where somebody has booked five o'clock. */
async function openBooked(behaviour: object) {
  const shop = await openPhones(moments, behaviour)
  const booked = await shop.book({ when: '2027-01-15T17:00', name: 'Meera' })
  const when = async () => (await shop.collected()).values.when
  return { ...shop, when, cancel: () => shop.cancel(booked) }
}

const oneAnHour = { booking: { minutes: 60, capacity: 1 } }
const asha = '+919800000002'

test('refuses a time that is taken until its booking is cancelled', async () => {
  const { say, when, cancel } = await openBooked(oneAnHour)

  await say('On the 15th at 5 pm', taken)
  expect(await when()).toBeUndefined()

  await cancel()
  await say('Really? On the 15th at 5 pm', /Noted/)
  expect(await when()).toBe('2027-01-15T17:00:00+05:30')
})

test.each([
  ['a second slot is free', { booking: { minutes: 60, capacity: 2 } }],
  ['the job has no capacity', {}],
])('the same time can be booked again when %s', async (_, behaviour) => {
  const { say, when } = await openBooked(behaviour)

  await say('On the 15th at 5 pm', /Noted/)
  expect(await when()).toBe('2027-01-15T17:00:00+05:30')
})

test('gives a free time to the first complete booking, and asks the other contact again', async () => {
  const { say, collected } = await openPhones(moments, oneAnHour)
  await say('At 5 pm', /Noted/, asha)
  await say('At 5 pm. I am Ravi', /booked/)

  await say('I am Asha', taken, asha)

  expect(await collected()).toMatchObject({ values: { name: 'Asha' }, missing: ['when'] })
  expect((await collected()).values).not.toHaveProperty('when')
  await say('Then at 6 pm', /booked/, asha)
})

test('checks a day that becomes required by an answer in the same message', async () => {
  const condition = { fieldKey: 'service', op: 'eq', value: 'cut' }
  const cuts = asking(['when', 'datetime', { condition }], ['service'], ['name'])
  const { say, collected, book } = await openPhones(cuts, oneAnHour)
  await book({ service: 'cut', when: '2027-01-15T17:00', name: 'Meera' })

  await say('A cut on the 15th at 5 pm. I am Ravi', taken)

  expect((await collected()).values).toEqual({ service: 'cut', name: 'Ravi' })
})

const days = asking(['day', 'date'], ['at', 'time'], ['name'])

test('keeps the day of a booking whose new time is taken', async () => {
  const { say, collected, book } = await openPhones(days, oneAnHour)
  await book({ day: '2027-01-16', at: '18:00', name: 'Meera' })
  await say('The 15th: the 15th at 5 pm. I am Ravi', /booked/)

  await say('Better the 16th at 6 pm', taken)

  expect((await collected()).booking).toEqual({ day: '2027-01-15', time: '17:00' })
  await say('Then the 16th at 8 pm', /Shall I change it/)
  expect((await collected()).booking).toEqual({ day: '2027-01-15', time: '17:00' })
  await say('Yes', /booked/)
  expect((await collected()).booking).toEqual({ day: '2027-01-16', time: '20:00' })
})

test('without a booking asks for the time alone, and counts one attempt', async () => {
  const { say, collected, book } = await openPhones(days, oneAnHour)
  await book({ day: '2027-01-16', at: '18:00', name: 'Meera' })

  await say('On the 16th at 6 pm. I am Ravi', taken)

  expect(await collected()).toMatchObject({
    values: { day: '2027-01-16', name: 'Ravi' },
    meta: { at: { attempts: 1, error: 'That time is taken.' } },
    missing: ['at'],
  })
})

test('a time named after the owner has cancelled makes a new booking', async () => {
  const { say, chat, collected, cancel, book } = await openPhones(moments, oneAnHour)
  await say('On the 15th at 5 pm. I am Ravi', /booked/)
  const { sessionId } = await collected()
  await cancel(sessionId)

  await say('Thanks', /Noted/)
  expect((await collected()).booking.decision).toBe('cancelled')
  expect(ai.asked.at(-1)?.facts).toContainEqual(
    expect.stringMatching(/^The owner has cancelled the booking of .*15 Jan.* 2027.*\.$/),
  )

  await say('Please book the 15th at 5 pm again', /everything right/)
  await say('Yes', /booked/)
  expect(await collected()).toMatchObject({
    booking: { day: '2027-01-15', time: '17:00' },
    values: { name: 'Ravi' },
  })
  const { session } = await chat()
  expect(session.earlierFormData).toMatchObject([{ booking: { decision: 'cancelled' } }])

  await cancel(sessionId)
  await book({ when: '2027-01-15T17:00', name: 'Meera' })
  await say('Once more, the 15th at 5 pm', taken)
})

test('refuses a taken time in an edited message too', async () => {
  const { phones, say, when, waitForReply } = await openBooked(oneAnHour)
  const { id } = await say('On the 15th at 7 pm', /Noted/)

  ai.says(() => turnOf('Anything else?'))
  await phones.change(ravi, id, 'On 15 January 2027 at 5 pm')
  await waitForReply(/Anything else/)

  expect(await when()).toBeUndefined()
})
