import { createHmac } from 'node:crypto'

import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'

import { changeAccount, lockOwnAccount } from '../src/billing/account-change.ts'
import { users } from '../src/database/schema.ts'
import type { RequestEnv } from '../src/http/context.ts'
import { handOut } from '../src/simulators/graph/credentials.ts'
import { setPreferences } from '../test/owner-preferences.ts'
import { claimsOf, emulatorToken } from '../test/tokens.ts'
import type { BenchApi } from './open-api.ts'

/** An owner of the bench, and what asks the api in his name. */
interface Account {
  ownerId: string
  ask: (method: string, path: string, body: object) => Promise<void>
}

/** One whose assistant answers who writes to his number. */
export interface Shop {
  ownerId: string
  number: string
  appSecret: string
}

/** A text as a contact writes it. */
export interface Written {
  id: string
  from: string
  text: string
  at: Date
}

export async function openAccount({ app, services }: BenchApi, index: number): Promise<Account> {
  const uid = `bench-${index}`
  const phoneNumber = `+1202555${String(index).padStart(4, '0')}`
  const authorization = `Bearer ${emulatorToken(claimsOf({ uid, phoneNumber }))}`
  const headers = { authorization, 'content-type': 'application/json' }
  const ask: Account['ask'] = async (method, path, body) => {
    const answer = await app.request(path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }
  await ask('POST', '/api/auth/profile', { phoneNumber, email: '', name: '' })
  const { queries } = services.database
  const [row] = await queries.select({ id: users.id }).from(users).where(eq(users.uid, uid))
  if (row === undefined) throw new Error('There is no owner')
  return { ownerId: row.id, ask }
}

/** An owner with a job that takes every chat, and credit that is enough. */
export async function openShop(
  api: BenchApi,
  { index, debounceSeconds }: { index: number; debounceSeconds: number },
): Promise<Shop> {
  const { services } = api
  const { ownerId, ask } = await openAccount(api, index)
  await setPreferences(services.database.queries, ownerId, { assistant: { debounceSeconds } })
  const field = { key: 'name', label: 'Name', type: 'text', order: 0, required: true }
  await ask('POST', '/api/jobs', {
    name: 'Salon',
    instructions: 'Take bookings.',
    status: 'active',
    fields: [field],
  })
  await topUp(api, ownerId)
  const { phoneNumberId, appSecret } = handOut(services.secretBox, ownerId)
  return { ownerId, number: phoneNumberId, appSecret }
}

/** What a shop has to spend; far more than the bench takes. */
export const creditMicros = 1_000_000_000n

async function topUp({ services, queue }: BenchApi, ownerId: string): Promise<void> {
  const { prices } = services.billing
  await services.database.transaction(async (queries) => {
    const row = await lockOwnAccount(queries, ownerId, prices)
    const event = { type: 'topped_up', micros: creditMicros } as const
    await changeAccount(queries, row, { ownerId, event, subject: {}, prices, queue })
  })
}

/** Brings a webhook, signed, as the provider does. */
export async function deliver(
  app: Hono<RequestEnv>,
  { body, appSecret }: { body: string; appSecret: string },
): Promise<void> {
  const signature = createHmac('sha256', appSecret).update(body).digest('hex')
  const headers = { 'x-hub-signature-256': `sha256=${signature}` }
  const answer = await app.request('/api/webhooks/whatsapp', { method: 'POST', headers, body })
  if (answer.status !== 200) throw new Error(`A webhook was answered with ${answer.status}`)
}

/** A contact's number: none of those at which the simulator has something go wrong, such as …000190. */
export const numberOf = (contact: number): string => `91980${2_500_000 + contact}`

/** The webhook that tells of a text. */
export function writtenIn(number: string, { id, from, text, at }: Written): string {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '1', phone_number_id: number },
    contacts: [{ profile: { name: 'Ravi' }, wa_id: from }],
    messages: [{ from, id, timestamp, type: 'text', text: { body: text } }],
  }
  const entry = [{ id: '2000', changes: [{ field: 'messages', value }] }]
  return JSON.stringify({ object: 'whatsapp_business_account', entry })
}
