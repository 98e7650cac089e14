import { expect } from 'vitest'

import { order, verify, type Shop } from './billing-fixture.ts'
import { readChat, receive, words } from './chat-api.ts'
import type { Answer, Person } from './test-api.ts'

/** What a client does once; it may ask again as long as it does not know what came of it. */
export type Write = (person: Person) => Promise<Answer>

export interface Chat {
  id: string
  from: string
}

export const each = <T>(count: number, work: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => work(index))

/** Credit, chats, and orders that are paid but of which nobody has told us. */
export async function prepare(
  shop: Shop,
  person: Person,
): Promise<{ chats: Chat[]; verifications: Write[] }> {
  await person.signUp()
  const chats = []
  for (let index = 0; index < 3; index += 1) {
    const from = `+91980000010${index}`
    chats.push({ id: (await receive(person, { from })).session.id as string, from })
  }
  const verifications: Write[] = []
  for (let index = 0; index < 5; index += 1) {
    const { id, providerOrderId } = await order(person, 10_000 + index * 1000)
    const paid = await shop.atCheckout(providerOrderId, 'pay')
    verifications.push((asking) => verify(asking, id, paid))
  }
  await verifications.pop()?.(person)
  return { chats, verifications }
}

/** The writes of one owner's clients, each under its own key. */
export function writesOf({ chats, verifications }: Awaited<ReturnType<typeof prepare>>): Write[] {
  const ofEachChat = chats.flatMap(({ id, from }) => [
    ...each(8, (index): Write => (person) => {
      const body = { from, name: 'Ravi', text: `In ${index}`, providerId: `in.${from}.${index}` }
      return person.call('POST', '/api/dev/simulate/inbound', { body })
    }),
    ...each(8, (index): Write => (person) => {
      const key = `reply-${id}-${index}`
      const options = { body: words(`Out ${index}`), headers: { 'idempotency-key': key } }
      return person.call('POST', `/api/chats/sessions/${id}/reply`, options)
    }),
  ])
  const jobs = each(12, (index): Write => (person) => {
    const headers = { 'idempotency-key': `job-${index}` }
    return person.call('POST', '/api/jobs', { body: { name: `Job ${index}` }, headers })
  })
  return [...ofEachChat, ...jobs, ...verifications]
}

/** Asks until there is an answer that will stay. */
export async function insist(write: Write, person: Person): Promise<Answer> {
  const answer = await write(person)
  const isPassing = answer.status === 503 || answer.body.code === 'request_in_progress'
  return isPassing ? insist(write, person) : answer
}

/** The ids that an answer gave to what it made. */
export const madeBy = ({ body }: Answer) =>
  body.job?.id ?? body.message?.id ?? body.messageId ?? body.invoiceId

/** What the writes have made is there once, in the order of its chat, and paid once. */
export async function expectOnce(person: Person, chats: Chat[]): Promise<void> {
  expect((await person.call('GET', '/api/jobs')).body.totals.draft).toBe(12)
  for (const { id } of chats) {
    const { items, session } = await readChat(person, id, '?limit=100')
    const texts = items.map(({ text }: { text: string }) => text).toSorted()
    const wanted = each(8, (index) => [`In ${index}`, `Out ${index}`]).flat()
    expect(texts).toEqual(['Hello', ...wanted].toSorted())
    expect(items.map(({ seq }: { seq: number }) => seq)).toEqual(each(17, (index) => index + 1))
    expect(session).toMatchObject({ messageCount: 17, cost: { messages: 8, amountMinor: 160 } })
  }
}
