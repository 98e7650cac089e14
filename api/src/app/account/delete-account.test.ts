import { eq, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { receive, sendReply, startSending } from '../../../test/chat-api.ts'
import { insertMessage } from '../../../test/chat-rows.ts'
import { insertOfEverything } from '../../../test/everything.ts'
import { newForm } from '../../../test/form-rows.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { createSendMessage } from '../../modules/whatsapp/send-message.ts'
import { newId } from '../../platform/database/new-id.ts'
import * as schema from '../../platform/database/schema.ts'
import { createSendEmail } from '../worker/send-email.ts'
import { sweep } from '../worker/upkeep.ts'

const publicUrl = 'http://localhost:3000'
const api = useTestApi()
const path = '/api/auth/account'
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

const tables = Object.values(schema).filter((table) => is(table, PgTable))

const countRows = async () => {
  const counts: Record<string, number> = {}
  for (const table of tables) {
    counts[getTableName(table)] = await api.database.queries.$count(table)
  }
  return counts
}

test('after thirty days nothing of the account is left but its invoices, without a name', async () => {
  const owner = await api.newOwner()
  await insertOfEverything(api, owner, owner.id)
  // So that no table is forgotten, also none that is added one day.
  for (const [table, count] of Object.entries(await countRows())) {
    expect(count, table).toBeGreaterThan(0)
  }

  expect((await owner.call('DELETE', path)).status).toBe(200)
  // Nothing reaches the owner's browsers from now on.
  expect((await countRows())['alert_devices']).toBe(0)
  await sweep(api, inDays(29))
  expect((await countRows())['messages']).toBeGreaterThan(0)
  await sweep(api, inDays(31))

  const left = Object.entries(await countRows()).filter(([, count]) => count > 0)
  expect(Object.fromEntries(left)).toEqual({
    invoices: 1,
    invoice_series: 1,
    past_trials: 2,
    // The deployment's own.
    push_keys: 1,
  })
  const [invoice] = await api.database.queries.select().from(schema.invoices)
  expect(invoice?.ownerId).toBeNull()
})

test('nothing goes on from the moment of the deletion', async () => {
  const owner = await api.newOwner()
  const other = await api.newOwner()
  await owner.call('PUT', '/api/auth/settings', {
    body: { settings: { smtp: { password: 'x' } } },
  })
  const chats = [await receive(owner), await receive(other)]
  const ids = chats.map(({ session }) => session.id)
  for (const [index, person] of [owner, other].entries()) {
    const sent = await sendReply(person, ids[index] ?? '', 'Later', { undoSeconds: 5 })
    expect(sent.status).toBe(202)
  }

  const emailId = await insertEmail(ids[0] ?? '', owner.id)

  await owner.call('DELETE', path)
  await startSending(api)

  const { queries } = api.database
  const sessions = await queries.select().from(schema.chatSessions)
  const statusOf = (id: string | undefined) => sessions.find((row) => row.id === id)
  expect(statusOf(ids[0])).toMatchObject({ status: 'closed', handler: 'none' })
  expect(statusOf(ids[1])).toMatchObject({ status: 'active' })
  const waiting = await queries.select().from(schema.messages)
  const held = waiting.filter(({ direction }) => direction === 'out')
  expect(held.find(({ sessionId }) => sessionId === ids[0])).toMatchObject({
    status: 'failed',
    heldUntil: null,
  })
  expect(held.find(({ sessionId }) => sessionId === ids[1])?.status).not.toBe('failed')
  expect(await queries.$count(schema.secrets)).toBe(0)
  const [email] = await queries.select().from(schema.emails).where(eq(schema.emails.id, emailId))
  expect(email).toMatchObject({ status: 'failed', error: 'The account was closed.' })
})

test('signing in again within thirty days brings the account back, with its jobs paused', async () => {
  const owner = await api.newOwner()
  const job = await newForm(owner)
  const { session } = await receive(owner)
  await owner.call('DELETE', path)

  // A page that was left open brings nothing back.
  expect((await owner.signUp()).status).toBe(401)
  const later = api.onDevice(owner, { from: Math.floor(Date.now() / 1000) + 1 })
  const back = await later.signUp()

  expect(back).toMatchObject({ status: 200, body: { isNewUser: false, isReopened: true } })
  expect(back.body.user.id).toBe(owner.id)
  expect((await later.call('GET', `/api/jobs/${job.id}`)).body.job.status).toBe('paused')
  const { items } = (await later.call('GET', '/api/chats/sessions?status=closed')).body
  expect(items).toMatchObject([{ id: session.id }])
  await sweep(api, inDays(31))
  expect((await later.call('GET', '/api/auth/profile')).status).toBe(200)

  await later.call('DELETE', path)
  await sweep(api, inDays(31))
  expect((await later.signUp()).body).toMatchObject({ isNewUser: true })
})

/** Asked for a moment before, stored a moment after: nobody found it to stop it. */
test('what comes to the queue while the account is closed is not sent', async () => {
  const owner = await api.newOwner()
  const { session } = await receive(owner)
  const { id: ownerId } = owner
  await owner.call('DELETE', path)
  const { queries } = api.database
  const emailId = await insertEmail(session.id, ownerId)
  const messageId = newId('message')
  await insertMessage(queries, { id: session.id, ownerId }, { ...late, id: messageId })
  const sent: string[] = []
  const record = async ({ reference }: { reference: string }) => {
    sent.push(reference)
    return { providerId: reference }
  }
  const mailer = { send: async () => void sent.push('mail') }
  const { database, fileStore, queue, meter, secretBox } = api
  const channels = { simulator: { send: record } }

  await createSendMessage({ database, queue, meter, channels })({
    messageId,
    attempt: 1,
  })
  await createSendEmail({ database, queue, fileStore, secretBox, mailer, publicUrl })({ emailId })

  expect(sent).toEqual([])
})

const late = { seq: 99, direction: 'out', author: 'owner', status: 'queued', attempts: 1 } as const

async function insertEmail(sessionId: string, ownerId: string): Promise<string> {
  const id = newId('email')
  const include = { messages: true, formData: false, remarks: false, media: false }
  const content = {
    to: ['ravi@home.in'],
    cc: [],
    subject: 'Hello',
    note: '',
    format: 'html',
    include,
  }
  const row = {
    id,
    ownerId,
    sessionId,
    kind: 'chat',
    content,
    status: 'queued',
    createdAt: new Date(),
  } as const
  await api.database.queries.insert(schema.emails).values(row)
  return id
}

test('two who delete the account at once are told of one deletion', async () => {
  const owner = await api.newOwner()

  const answers = await Promise.all([1, 2, 3].map(() => owner.call('DELETE', path)))

  const codes = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(codes).toEqual([200, 403, 403])
})

test('a payment that is under way is waited for', async () => {
  const owner = await api.newOwner()
  const amounts = { amountMinor: 100, taxMinor: 0, totalMinor: 100, creditMinor: 100 }
  const now = new Date()
  const order = {
    ...amounts,
    id: 'ord_attempted',
    ownerId: owner.id,
    providerOrderId: 'order_attempted',
    currency: 'INR',
    receipt: 'attempted',
    createdAt: now,
    expiresAt: now,
  }
  await api.database.queries.insert(schema.orders).values({ ...order, status: 'attempted' })

  const refused = await owner.call('DELETE', path)

  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', meta: { orderId: 'ord_attempted' } },
  })
  expect((await owner.call('GET', '/api/auth/profile')).status).toBe(200)
  await api.database.queries.update(schema.orders).set({ status: 'expired' })
  expect((await owner.call('DELETE', path)).status).toBe(200)
})
