import { eq } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { sendReply, waitForStatus } from '../../../test/chat-api.ts'
import { phonesOf, startWorking, waitForChat, whatsAppOf } from '../../../test/phone-api.ts'
import { type Owner, useTestApi } from '../../../test/test-api.ts'
import { connect, deliver, now, sign } from '../../../test/webhook-api.ts'
import { accounts, templates, users } from '../../platform/database/schema.ts'

const api = useTestApi()
beforeAll(async () => {
  await startWorking(api)
  // Meta's real API is never called.
  const { whatsapp } = api.whatsApp.endpoints
  if (whatsapp !== undefined) whatsapp.ask = () => Promise.reject(new Error('Not here'))
})

const ravi = '+919800000001'
const inTime = { interval: 50 }
const inTimeOf = (seconds: number) => ({ ...inTime, timeout: seconds * 1000 })

/** An owner with one chat, opened by a contact's message. */
async function openChat() {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await api.database.queries
    .update(accounts)
    .set({ balanceMicros: 100_000_000n })
    .where(eq(accounts.ownerId, owner.id))
  await phones.write(ravi)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  return { owner, phones, session }
}

const waitForHealth = (owner: Owner, status: string) =>
  vi.waitFor(async () => {
    const whatsapp = await whatsAppOf(owner)
    expect(whatsapp.status).toBe(status)
    return whatsapp
  }, inTime)

// Concurrent, because each waits until a message is due; each has its own owner.
test.concurrent.each([
  ['disable', 'reinstate', 'The account is locked. See the mail from Meta.'],
  [
    'offboard',
    'reconnect',
    'The number was disconnected in the WhatsApp app. Connect it there again.',
  ],
  [
    'remove_partner',
    'reconnect',
    'Access to the WhatsApp account was removed. Connect the number again.',
  ],
])('messages wait with a reason after %s and are sent after %s', async (lost, back, message) => {
  const { owner, phones, session } = await openChat()
  // Held for a moment, so that the account is gone when it is due.
  const { body } = await sendReply(owner, session.id, 'Are you still there?', { undoSeconds: 3 })
  const { id } = body.message
  for (let copy = 0; copy < 2; copy += 1) await phones.happen(lost)
  const { lastError } = await waitForHealth(owner, 'disconnected')
  expect(lastError).toMatchObject({ code: 131_031, message })

  const waiting = await vi.waitFor(async () => {
    const { items } = await waitForChat(owner, () => {})
    const found = items.find((item) => item.id === id)
    expect(found).toMatchObject({ status: 'queued', error: { code: 131_031 } })
    return found
  }, inTimeOf(10))
  expect(waiting.error.detail).toBe(message)

  await phones.happen(back)
  expect((await waitForHealth(owner, 'not_connected')).lastError).toBeNull()
  await waitForStatus(owner, session.id, id, 'delivered')
})

test('an account scheduled to be disabled works until then, and its owner sees the date', async () => {
  const { owner, phones, session } = await openChat()
  await phones.happen('schedule_disable')

  const { lastError } = await waitForHealth(owner, 'degraded')
  expect(lastError.message).toMatch(/^The account will be locked on \w+ \d+, \d{4}\. /)
  const { body } = await sendReply(owner, session.id, 'Still here')
  await waitForStatus(owner, session.id, body.message.id, 'delivered')
  await phones.happen('reinstate')
  await waitForHealth(owner, 'not_connected')
})

test('a restriction shows what is not allowed and until when, and expires', async () => {
  const { owner, phones } = await openChat()
  await phones.happen('restrict')

  const { lastError } = await waitForHealth(owner, 'degraded')
  expect(lastError.message).toMatch(
    /^The account is restricted\. You cannot write to people first until \d+ \w+ \d{4}\.$/,
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 8 * 86_400_000 })
  onTestFinished(() => void vi.useRealTimers())
  const [row] = await api.database.queries.select().from(users).where(eq(users.id, owner.id))
  const { currentHealth } = await import('../account/settings-view.ts')
  expect(currentHealth(row?.findings.channel)).toMatchObject({
    status: 'not_connected',
    lastError: null,
  })
})

test('only a low quality of the owner’s own number degrades the channel', async () => {
  const { owner, phones } = await openChat()
  // The number is learned from the webhooks of a message.
  await vi.waitFor(async () => {
    const [row] = await api.database.queries.select().from(users).where(eq(users.id, owner.id))
    expect(row?.findings.channel?.number).toMatch(/^1555\d{7}$/)
  }, inTime)
  await phones.happen('flag_other_number')
  await phones.happen('flag_quality')
  const { lastError } = await waitForHealth(owner, 'degraded')
  expect(lastError.code).toBe(131_048)
  await phones.happen('unflag_quality')
  await waitForHealth(owner, 'not_connected')
})

let number = 800
/** A connected account, and a function that delivers its events with a time in seconds. */
async function openAccount() {
  const owner = await api.newOwner()
  number += 1
  const { webhook, appSecret } = await connect(api, owner, String(number))
  const { queries } = api.database
  const channel = { status: 'connected', lastInboundAt: null, lastError: null } as const
  await queries
    .update(users)
    .set({ findings: { channel: { ...channel, connectedAt: '2026-01-01T00:00:00.000Z' } } })
    .where(eq(users.id, owner.id))
  const sendEvent = async (value: object, time = now(), field = 'account_update') => {
    const { entry, ...rest } = JSON.parse(webhook({}))
    const entries = [{ id: entry[0].id, time, changes: [{ field, value }] }]
    const body = JSON.stringify({ ...rest, entry: entries })
    expect((await deliver(api, body, sign(body, appSecret))).status).toBe(200)
  }
  return { owner, sendEvent }
}

test('an account event that arrives late does not undo newer ones', async () => {
  const { owner, sendEvent } = await openAccount()
  const at = now()
  const banned = (state: string) => ({
    event: 'DISABLED_UPDATE',
    ban_info: { waba_ban_state: state, waba_ban_date: 'April 17, 2025' },
  })
  await sendEvent(banned('DISABLE'), at - 60)
  await waitForHealth(owner, 'disconnected')
  await sendEvent(banned('REINSTATE'), at - 30)
  await waitForHealth(owner, 'connected')
  await sendEvent(banned('DISABLE'), at - 60)
  await sendEvent({ event: 'ACCOUNT_VIOLATION', violation_info: { violation_type: 'SCAM' } }, at)
  const { lastError } = await waitForHealth(owner, 'degraded')
  expect(lastError.message).toContain('SCAM')
})

test.each([
  [{ event: 'VERIFIED_ACCOUNT' }, 'account_update'],
  [{ event: 'PARTNER_ADDED', waba_info: { waba_id: '1' } }, 'account_update'],
  [{ event: null }, 'account_update'],
  [
    {
      event: 'ACCOUNT_RESTRICTION',
      restriction_info: [{ restriction_type: 'X', expiration: 1_641_330_498 }],
    },
    'account_update',
  ],
  [{ event: 'ONBOARDING', display_phone_number: '1' }, 'phone_number_quality_update'],
  [{ event: 'FLAGGED' }, 'security'],
])('%o of the field %s does not change the health of the number', async (value, field) => {
  const { owner, sendEvent } = await openAccount()
  await sendEvent(value, now() - 1, field)
  await sendEvent({ decision: 'REJECTED' }, now(), 'account_review_update')
  const { lastError } = await waitForHealth(owner, 'degraded')
  expect(lastError.message).toContain('Meta did not approve the account')
})

test('a restriction is shown by its name, even if it is called "constructor"', async () => {
  const { owner, sendEvent } = await openAccount()
  const restricted = [{ restriction_type: 'constructor' }]
  await sendEvent({ event: 'ACCOUNT_RESTRICTION', restriction_info: restricted })
  const { lastError } = await waitForHealth(owner, 'degraded')
  expect(lastError.message).toContain('. constructor.')
})

test('a template that Meta recategorizes as marketing is updated at once', async () => {
  const { owner, phones } = await openChat()
  await owner.call('GET', '/api/chats/templates')
  const categoryOf = async () => {
    const rows = await api.database.queries
      .select()
      .from(templates)
      .where(eq(templates.ownerId, owner.id))
    return rows.find(({ name }) => name === 'answer_waiting')?.category
  }
  await vi.waitFor(async () => expect(await categoryOf()).toBe('UTILITY'), inTime)
  await phones.happen('template_to_marketing', { template: 'answer_waiting' })
  await vi.waitFor(async () => expect(await categoryOf()).toBe('MARKETING'), inTime)
})
