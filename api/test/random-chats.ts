import { and, asc, eq, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { receive, sendReply } from './chat-api.ts'
import { ownerIdOf } from './owner-id.ts'
import { useTestApi, type Answer, type Person } from './test-api.ts'
import { ChannelRefusal, type Channel } from '../src/channel/channel.ts'
import { createSendMessage } from '../src/channel/send-message.ts'
import { chatSessions, events, messages, remarks } from '../src/database/schema.ts'
import { applyStatus } from '../src/chats/apply-status.ts'
import { attentionOf } from '../src/chats/state/attention.ts'
import { watchChats } from '../src/chats/watch-chats.ts'

let api: ReturnType<typeof useTestApi>

/** What a client or the world does; `pick` chooses among what is there. */
const step = fc.record({
  what: fc.constantFrom(
    'receive',
    'receive',
    'receive',
    'stop',
    'start',
    'reply',
    'reply',
    'hold',
    'undo',
    'deliver',
    'deliver',
    'report',
    'report',
    'retry',
    'read',
    'unread',
    'save',
    'note',
    'unnote',
    'takeOver',
    'giveBack',
    'close',
    'block',
    'admit',
    'tick',
  ),
  pick: fc.nat(1000),
  person: fc.nat(1),
  /** Two clients act at the same time. */
  isTogether: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

class Account {
  readonly owner: Person
  readonly ownerId: string
  hours = 0

  constructor(owner: Person, ownerId: string) {
    this.owner = owner
    this.ownerId = ownerId
  }

  sessions = () =>
    api.database.queries
      .select()
      .from(chatSessions)
      .where(eq(chatSessions.ownerId, this.ownerId))
      .orderBy(asc(chatSessions.id))

  messages = () =>
    api.database.queries
      .select()
      .from(messages)
      .where(eq(messages.ownerId, this.ownerId))
      .orderBy(asc(messages.sessionId), asc(messages.seq))

  call = (method: string, path: string, body?: object): Promise<Answer> =>
    this.owner.call(method, `/api/chats/${path}`, { ...(body !== undefined && { body }) })

  pick = <T>(from: T[], number: number): T | undefined => from[number % Math.max(1, from.length)]
}

const failure = { code: 1, title: 'Lost', detail: '', retryable: true }

/** Does one step; what makes no sense just then is refused by the api, which must not mind. */
async function act(account: Account, { what, pick, person }: Step): Promise<Answer | undefined> {
  const session = account.pick(await account.sessions(), pick)
  const message = account.pick(await account.messages(), pick)
  const from = { from: `+91980000000${person}` }
  if (what === 'receive') await receive(account.owner, { ...from, text: `text ${pick}` })
  else if (what === 'stop' || what === 'start')
    await receive(account.owner, { ...from, text: what })
  else if (what === 'tick') {
    account.hours += pick % 5
    await watchChats(api.database, new Date(Date.now() + account.hours * 3_600_000))
  }
  if (session === undefined || message === undefined) return undefined
  const held = (await account.messages()).filter(({ status }) => status === 'queued')
  const waiting = account.pick(held, pick)
  switch (what) {
    case 'reply':
      return sendReply(account.owner, session.id, `answer ${pick}`, { clientId: `c${pick % 7}` })
    case 'hold':
      return sendReply(account.owner, session.id, `held ${pick}`, { undoSeconds: 30 })
    case 'undo':
      return account.call('DELETE', `messages/${(waiting ?? message).id}`)
    case 'deliver':
      await deliver(waiting, pick)
      return undefined
    case 'report':
      await report(account, message, pick)
      return undefined
    case 'retry':
      return account.call('POST', `messages/${message.id}/retry`)
    case 'read':
    case 'unread':
      return account.call('PUT', 'messages/mark-read', {
        messageIds: [message.id],
        read: what === 'read',
      })
    case 'save':
      return account.call('PUT', `sessions/${session.id}/save`, {
        savedForLater: pick % 2 === 0,
        remindAt: new Date(Date.now() + (pick % 20) * 3_600_000).toISOString(),
      })
    case 'note':
      return account.call('POST', `messages/${message.id}/remarks`, { remark: `note ${pick}` })
    case 'unnote':
      return unnote(account, pick)
    case 'takeOver':
    case 'giveBack':
      return account.call('POST', `sessions/${session.id}/handler`, {
        handler: what === 'takeOver' ? 'owner' : 'assistant',
      })
    case 'close':
      return account.call('POST', `sessions/${session.id}/close`)
    case 'block':
    case 'admit':
      return account.call('PUT', `contacts/${session.contactId}`, { blocked: what === 'block' })
    case 'receive':
    case 'stop':
    case 'start':
    case 'tick':
      break
  }
  return undefined
}

/** One of three channels: it refuses, it takes the message, or it knows at once that it arrived. */
async function deliver(
  message: { id: string; attempts: number } | undefined,
  pick: number,
): Promise<void> {
  if (message === undefined) return
  const send: Channel['send'] = async ({ reference }) => {
    if (pick % 3 === 0) throw new ChannelRefusal(failure)
    return { providerId: `sent.${reference}`, known: pick % 3 === 1 ? [] : ['delivered'] }
  }
  const { database, queue, meter } = api
  const sendMessage = createSendMessage({
    database,
    queue,
    meter,
    channels: { simulator: { send } },
  })
  await sendMessage({ messageId: message.id, attempt: message.attempts })
}

async function report(
  account: Account,
  { providerId }: { providerId: string | null },
  pick: number,
): Promise<void> {
  const status = (['sent', 'failed', 'delivered', 'read'] as const)[pick % 4] ?? 'sent'
  if (providerId === null) return
  const { ownerId } = account
  const said = { ownerId, providerId, status, at: new Date(), error: failure }
  await api.database.transaction((queries) => applyStatus(queries, api.meter, said))
}

async function unnote(account: Account, pick: number): Promise<Answer | undefined> {
  const all = await api.database.queries
    .select()
    .from(remarks)
    .where(eq(remarks.ownerId, account.ownerId))
  const one = account.pick(all, pick)
  return one === undefined ? undefined : account.call('DELETE', `remarks/${one.id}`)
}

/** What must hold whatever happened. */
async function expectSound(account: Account): Promise<void> {
  const sessions = await account.sessions()
  const all = await account.messages()
  const noted = await api.database.queries
    .select()
    .from(remarks)
    .where(eq(remarks.ownerId, account.ownerId))
  for (const session of sessions) {
    const own = all.filter(({ sessionId }) => sessionId === session.id)
    const inbound = own.filter(({ direction }) => direction === 'in')
    const mark = own.find(({ id }) => id === session.lastReadMessageId)?.seq ?? 0
    expect(session.lastReadMessageId === null || mark > 0).toBe(true)
    for (const { seq, readByOwnerAt } of inbound) expect(readByOwnerAt !== null).toBe(seq <= mark)
    const billed = own.filter((one) => one.billed !== null && one.billed.reason !== 'refunded')
    const last = own.at(-1)
    expect(session).toMatchObject({
      unreadCount: inbound.filter(({ seq }) => seq > mark).length,
      messageCount: own.length,
      remarkCount: noted.filter(({ sessionId }) => sessionId === session.id).length,
      billedMessages: billed.length,
      lastMessageId: last?.id ?? null,
      lastMessageStatus: last?.status ?? null,
    })
    const hasFailed = own.some(({ status }) => status === 'failed')
    expect(hasFailed || !attentionOf(session, new Date()).includes('failed_message')).toBe(true)
  }
  await expectOneActive(account)
  await expectNoGaps(account)
}

async function expectOneActive({ ownerId }: Account): Promise<void> {
  const active = await api.database.queries
    .select({ contactId: chatSessions.contactId })
    .from(chatSessions)
    .where(and(eq(chatSessions.ownerId, ownerId), eq(chatSessions.status, 'active')))
  expect(new Set(active.map(({ contactId }) => contactId)).size).toBe(active.length)
}

/** The account's events and each chat's are numbered without gaps, the last number is known. */
async function expectNoGaps(account: Account): Promise<void> {
  const all = await api.database.queries
    .select()
    .from(events)
    .where(sql`${events.ownerId} = ${account.ownerId}`)
    .orderBy(asc(events.seq))
  expect(all.map(({ seq }) => seq)).toEqual(all.map((_, index) => index + 1))
  for (const { id, seq } of await account.sessions()) {
    const own = all.filter(({ sessionId }) => sessionId === id)
    expect(own.map(({ sessionSeq }) => sessionSeq)).toEqual(own.map((_, index) => index + 1))
    expect(seq).toBe(own.length)
  }
}

/** Tests that chats stay sound in so many rounds: any rounds, or those of the seed. */
export function testSoundChats(rounds: { numRuns: number; seed?: number }): void {
  api = useTestApi()
  test('whatever two clients do with an account, its chats stay sound', async () => {
    const many = fc.array(step, { minLength: 20, maxLength: 60 })
    await fc.assert(fc.asyncProperty(many, checkSteps), rounds)
  }, 300_000)
}

async function checkSteps(steps: Step[]): Promise<void> {
  const owner = await api.newOwner()
  const account = new Account(owner, await ownerIdOf(api, owner))
  await receive(owner)
  let beside: Promise<Answer | undefined> = Promise.resolve(undefined)
  for (const one of steps) {
    const done = act(account, one)
    if (one.isTogether) {
      expectNoFault(await beside)
      beside = done
      continue
    }
    expectNoFault(await done)
  }
  expectNoFault(await beside)
  await expectSound(account)
}

/** Refusing is fine, breaking is not. */
function expectNoFault(answer: Answer | undefined): void {
  expect(answer?.status ?? 200, JSON.stringify(answer?.body)).toBeLessThan(500)
}
