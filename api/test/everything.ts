import { expect } from 'vitest'

import { newId } from '../src/platform/database/new-id.ts'
import * as schema from '../src/platform/database/schema.ts'
import { writeFile } from '../src/platform/files/files.service.ts'
import { consumeRateLimit } from '../src/platform/http/request-limits.ts'
import { receive } from './chat-api.ts'
import { insertTemplate } from './chat-rows.ts'
import { deviceOf } from './scene.ts'
import type { Person, useTestApi } from './test-api.ts'

type TestApi = ReturnType<typeof useTestApi>

/** An account that has a row in every table. */
export async function insertOfEverything(
  api: TestApi,
  owner: Person,
  ownerId: string,
): Promise<void> {
  const body = { settings: { smtp: { password: 'x' }, whatsapp: { wabaId: '1' } } }
  expect((await owner.call('PUT', '/api/auth/settings', { body })).status).toBe(200)
  const browser = { cookie: `errand_visitor=${'v'.padEnd(22, '-')}` }
  expect((await owner.call('GET', '/api/auth/profile', { headers: browser })).status).toBe(200)
  const headers = { 'idempotency-key': `all-${ownerId}` }
  const job = await owner.call('POST', '/api/jobs', { body: { name: 'Bookings' }, headers })
  const { session } = await receive(owner)
  await insertOfJobAndChat(api, ownerId, { jobId: job.body.job.id, sessionId: session.id })
  await insertOfBilling(api, ownerId)
  await insertOfFiles(api, ownerId)
  expect((await owner.call('POST', '/api/auth/calendar')).status).toBe(200)
  const device = { body: deviceOf(ownerId) }
  expect((await owner.call('POST', '/api/auth/alerts/devices', device)).status).toBe(200)
  expect((await owner.call('GET', '/api/auth/alerts')).status).toBe(200)
  const trial = { startedAt: new Date(), trialMessages: 1, graceMessages: 0 }
  const expiresAt = new Date(Date.now() + 365 * 86_400_000)
  await api.database.queries
    .insert(schema.pastTrials)
    .values({ mark: ownerId, ...trial, expiresAt })
  await consumeRateLimit(api.database.queries, { key: `test ${ownerId}`, limit: 5, windowMs: 1000 })
}

async function insertOfJobAndChat(
  { database: { queries } }: TestApi,
  ownerId: string,
  { jobId, sessionId }: { jobId: string; sessionId: string },
): Promise<void> {
  const at = new Date()
  const [form] = await queries.select().from(schema.forms)
  const [message] = await queries.select().from(schema.messages)
  const { jobVersions, jobAnswers, jobTranslations, formData, remarks, assistantRuns, webhooks } =
    schema
  const early = { providerId: newId('message'), text: null, at, createdAt: at }
  await queries.insert(schema.earlyMessageChanges).values({ ownerId, ...early })
  const run = { state: 'done', begunBy: 'contact', since: at, createdAt: at } as const
  await queries.insert(assistantRuns).values({ id: newId('run'), ownerId, sessionId, ...run })
  const told = { url: 'https://shop.example', body: {}, status: 'sent', createdAt: at } as const
  await queries.insert(webhooks).values({ id: newId('webhook'), ownerId, sessionId, ...told })
  const question = { question: 'Parking?', searchText: 'parking', answer: 'Yes.' }
  const answered = { id: newId('jobAnswer'), ownerId, jobId, ...question }
  await queries.insert(jobAnswers).values({ ...answered, createdAt: at, updatedAt: at })
  const name = { language: 'hi', source: 'Name', translation: 'नाम', corrected: true }
  const translated = { id: newId('jobTranslation'), ownerId, jobId, ...name, updatedAt: at }
  await queries.insert(jobTranslations).values(translated)
  await queries.insert(jobVersions).values({
    id: newId('jobVersion'),
    ownerId,
    jobId,
    number: 1,
    author: 'owner',
    note: '',
    snapshot: {} as (typeof jobVersions.$inferInsert)['snapshot'],
    publishedAt: at,
  })
  await queries.insert(formData).values({
    id: newId('response'),
    ownerId,
    sessionId,
    formId: form?.id ?? '',
    formVersion: 1,
    fields: [],
    status: 'partial',
    values: { name: '=1+1' },
    createdAt: at,
    updatedAt: at,
  })
  await queries.insert(remarks).values({
    id: newId('remark'),
    ownerId,
    sessionId,
    messageId: message?.id ?? '',
    text: 'Regular',
    authorName: 'Asha',
    createdAt: at,
  })
  await insertTemplate(queries, { ownerId, name: 'follow_up', body: 'Hi' })
  const webhook = { ownerId, channel: 'simulator', body: '{}', receivedAt: at } as const
  await queries.insert(schema.webhookEvents).values(webhook)
}

async function insertOfBilling({ database, meter }: TestApi, ownerId: string): Promise<void> {
  const { queries } = database
  const at = new Date()
  const [orderId, number] = [newId('order'), `A/${ownerId}`]
  await meter.createAccount(queries, ownerId)
  await queries.insert(schema.orders).values({
    id: orderId,
    ownerId,
    providerOrderId: orderId,
    amountMinor: 100,
    taxMinor: 0,
    totalMinor: 100,
    creditMinor: 100,
    currency: 'INR',
    status: 'paid',
    receipt: orderId,
    createdAt: at,
    expiresAt: at,
  })
  await queries.insert(schema.payments).values({
    id: newId('payment'),
    ownerId,
    orderId,
    providerPaymentId: orderId,
    method: 'upi',
    status: 'captured',
    via: 'callback',
    at,
  })
  await queries.insert(schema.ledgerEntries).values({
    id: newId('ledgerEntry'),
    ownerId,
    kind: 'top_up',
    micros: 1n,
    balanceAfterMicros: 1n,
    orderId,
    at,
  })
  const series = { series: 'A', financialYear: '26-27', lastNumber: 1 }
  await queries.insert(schema.invoiceSeries).values(series).onConflictDoNothing()
  await queries.insert(schema.invoices).values({
    id: newId('invoice'),
    ownerId,
    orderId,
    number,
    financialYear: '26-27',
    kind: 'tax_invoice',
    issuedAt: at,
    status: 'issued',
    document: {} as (typeof schema.invoices.$inferInsert)['document'],
  })
}

async function insertOfFiles(api: TestApi, ownerId: string): Promise<void> {
  const { queries } = api.database
  const createdAt = new Date()
  const voice = { ownerId, name: 'voice.ogg', mimeType: 'audio/ogg' }
  await writeFile(api, voice, [new Uint8Array(3)])
  await queries.insert(schema.emails).values({
    id: newId('email'),
    ownerId,
    kind: 'chat',
    content: {},
    status: 'queued',
    createdAt,
  })
}
