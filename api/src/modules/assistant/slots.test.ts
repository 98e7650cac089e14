import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { asking, openShop, turnOf, useAssistant } from '../../../test/assistant-api.ts'
import { ravi } from '../../../test/collecting-chat.ts'
import { answering } from '../../../test/form-rows.ts'
import { phonesOf, waitForChat } from '../../../test/phone-api.ts'
import { chatSessions } from '../../platform/database/schema.ts'

const { api, ai } = useAssistant(({ inbound }) => {
  const text = inbound.at(-1)?.text ?? ''
  const [, hour] = /at (\d+) pm/.exec(text) ?? []
  const when = `2027-01-15T${Number(hour) + 12}:00`
  return turnOf('You are booked!', { fields: { when }, evidence: { when: text } })
})
const answer = answering(api)
const taken = /That time is taken\. Please choose another one\./

/** A shop where somebody has booked five o'clock, and another contact's phone. */
async function openBooked(behaviour: object) {
  const job = {
    ...asking(['when', 'datetime'], ['name']),
    behaviour: { confirmAtEnd: false, ...behaviour },
  }
  const { owner, jobId } = await openShop(api, { job })
  const { chat } = await answer(owner, jobId, { when: '2027-01-15T17:00', name: 'Asha' })
  // So that the other contact's chat is the latest.
  const lastActivityAt = new Date(Date.now() - 3_600_000)
  const isIt = eq(chatSessions.id, chat.id)
  await api.database.queries.update(chatSessions).set({ lastActivityAt }).where(isIt)
  const phones = await phonesOf(api, owner)
  const say = async (text: string, reply: RegExp) => {
    const message = await phones.write(ravi, { text })
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
  const when = async () => (await waitForChat(owner, () => {})).session.formData.values.when
  const cancel = () =>
    owner.call('POST', `/api/chats/sessions/${chat.id}/booking`, { body: { action: 'cancel' } })
  return { phones, say, when, cancel, waitForReply }
}

const oneAnHour = { booking: { minutes: 60, capacity: 1 } }

test('a contact gets no time that is taken, until its booking is cancelled', async () => {
  const { say, when, cancel } = await openBooked(oneAnHour)

  await say('On 15 January 2027 at 5 pm', taken)
  expect(await when()).toBeUndefined()

  expect((await cancel()).status).toBe(200)
  await say('Really? On 15 January 2027 at 5 pm', /booked/)
  expect(await when()).toBe('2027-01-15T17:00:00+05:30')
})

test.each([
  ['a second place is free', { booking: { minutes: 60, capacity: 2 } }],
  ['the job does not say how many fit', {}],
])('where %s, the same time can be had', async (_, behaviour) => {
  const { say, when } = await openBooked(behaviour)

  await say('On 15 January 2027 at 5 pm', /booked/)
  expect(await when()).toBe('2027-01-15T17:00:00+05:30')
})

test('an edited message gets no time that is taken either', async () => {
  const { phones, say, when, waitForReply } = await openBooked(oneAnHour)
  const { id } = await say('On 15 January 2027 at 7 pm', /booked/)

  ai.says(() => turnOf('Anything else?'))
  await phones.change(ravi, id, 'On 15 January 2027 at 5 pm')
  await waitForReply(/Anything else/)

  expect(await when()).toBe('2027-01-15T19:00:00+05:30')
})
