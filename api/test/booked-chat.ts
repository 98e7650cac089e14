import { isoDayOf } from '@errand/contract/iso-time'
import { expect, vi } from 'vitest'

import { asking, openShop, saidIn } from './assistant-api.ts'
import { inTime, ravi } from './collecting-chat.ts'
import { phonesOf } from './phone-api.ts'
import type { useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

export const asha = '+919800000002'
const job = {
  ...asking(
    ['when', 'datetime', { label: 'Day and time', question: 'Which day and time?' }],
    ['name', 'text', { label: 'Name', question: 'What is your name?' }],
  ),
  completionMessage: 'See you then!',
  behaviour: { booking: { minutes: 30, capacity: 1 } },
}

/** A day after today: as people write it, and as the lists have it. */
export function dayAfter(days: number): { said: string; iso: string } {
  const at = Date.now() + days * 24 * 60 * 60 * 1000
  const timeZone = 'Asia/Kolkata'
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'long' })
  return { said: shown.format(at), iso: isoDayOf(at, timeZone) }
}
export const first = dayAfter(3)
export const other = dayAfter(5)

/** A barber to whom one contact has said yes: the first day at ten. */
export async function openBooked(api: TestApi, more: object = {}) {
  const shop = await openAsking(api, more)
  await shop.say(`Hi, ${first.said} at 10:00 please. My name is Ravi`, /everything right/)
  await shop.say('yes', /See you then/)
  return shop
}

/** A barber whom nobody has written to. */
export async function openAsking(api: TestApi, more: object = {}) {
  const { owner } = await openShop(api, { job: { ...job, ...more } })
  const phones = await phonesOf(api, owner)
  const chatOf = async (from: string) => {
    const { items } = (await owner.call('GET', '/api/chats/sessions')).body
    const found = items.find(
      ({ contact }: { contact: { phoneNumber: string } }) => contact.phoneNumber === from,
    )
    if (found === undefined) return undefined
    return (await owner.call('GET', `/api/chats/sessions/${found.id}/messages`)).body.session
  }
  /** Writes, and waits for the answer. */
  const say = async (text: string, answer: RegExp, from = ravi) => {
    const said = async () => {
      const chat = await chatOf(from)
      return chat === undefined ? [] : saidIn(api, chat.id)
    }
    const { length } = await said()
    await phones.write(from, { text })
    await vi.waitFor(async () => {
      const [last, ...others] = (await said()).slice(length).toReversed()
      expect(last, others.join()).toMatch(answer)
    }, inTime)
  }
  /** All bookings, as the list has them. */
  const bookings = async () => {
    const query = `from=${dayAfter(0).iso}&to=${dayAfter(20).iso}`
    const { items } = (await owner.call('GET', `/api/chats/bookings?${query}`)).body
    return items.map(({ day, time, decision }: Record<string, string>) =>
      [day, time, decision].filter((part) => part !== undefined).join(' '),
    )
  }
  const answers = async () => (await chatOf(ravi)).formData
  const decide = async (body: object) => {
    const { id } = await chatOf(ravi)
    const { status } = await owner.call('POST', `/api/chats/sessions/${id}/booking`, { body })
    expect(status).toBe(200)
  }
  return { owner, phones, say, chatOf, bookings, answers, decide }
}

/** The first booking, as the list has it. */
export const agreed = `${first.iso} 10:00`
