import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'

import { startShop, type Shop } from '../../test/billing-fixture.ts'
import { receive } from '../../test/chat-api.ts'
import { startMailServer, withoutTls, type TestMailServer } from '../../test/mail-server.ts'
import { added, calls, type Expected } from '../../test/seed-calls.ts'
import { createSender, routeOf, type Send } from '../../test/send-seed-call.ts'
import { makeStorage, type Storage } from '../../test/storage.ts'
import { readAnswer, type Person } from '../../test/test-api.ts'
import { kill, personAt, startServer, type TestServer } from '../../test/test-server.ts'

let storage: Storage
let server: TestServer
let mailServer: TestMailServer
let shop: Shop

beforeAll(async () => {
  ;[storage, mailServer, shop] = await Promise.all([
    makeStorage(),
    startMailServer(withoutTls),
    startShop(),
  ])
  server = await startServer({
    ...storage.environment,
    ...shop.environment,
    SMTP_ALLOW_PRIVATE: '1',
  })
})

afterAll(async () => {
  await kill(server)
  await Promise.all([storage.remove(), mailServer.stop(), shop.simulator.stop()])
})

async function signUp(person: Person, send: Send): Promise<void> {
  const missing = await person.call('GET', '/api/auth/profile')
  expect(missing).toMatchObject({ status: 404, body: { code: 'profile_missing' } })
  await send('POST /auth/profile (phoneNumber, email, name)', {
    body: { phoneNumber: person.phoneNumber, email: '', name: '' },
  })
  await send('GET /auth/profile')
}

async function setUpMail(send: Send): Promise<void> {
  const { port } = mailServer
  const smtp = {
    host: '127.0.0.1',
    port,
    security: 'none',
    username: 'asha',
    password: 'right',
    fromEmail: 'asha@shop.in',
  }
  const settings = { business: { timeZone: 'Asia/Kolkata' }, smtp: { ...smtp, enabled: true } }
  await send('PUT /auth/settings', { body: { name: 'Asha', email: 'asha@shop.in', settings } })
  const { success } = await send('POST /auth/test-smtp', { body: { ...smtp, to: 'asha@shop.in' } })
  expect(success).toBe(true)
}

async function writeJob(send: Send) {
  const options = [
    { value: 'cut', label: 'Haircut' },
    { value: 'color', label: 'Colour' },
  ]
  const service = { key: 'service', label: 'Service', type: 'select', required: true, order: 0 }
  const when = { key: 'when', label: 'When', type: 'datetime', required: true, order: 1 }
  const { job } = await send('POST /jobs', {
    body: {
      name: 'Salon booking',
      status: 'draft',
      language: 'auto',
      instructions: 'You are the receptionist of a salon.',
      fields: [{ ...service, options }, when],
    },
  })
  await send('PUT /jobs/{id}', { id: job.id, body: { action: 'publish' } })
  const prompt = 'Take bookings for my salon in Pune, Hindi or English'
  await send('POST /jobs/generate-instructions', { body: { prompt } })
  await send('POST /jobs/generate-fields', { body: { prompt, count: 6 } })
  await send('POST /jobs/generate-job', { body: { prompt, mode: 'create' } })
  const other = await send('POST /jobs', { body: { name: 'Lost property' } })
  await send('DELETE /jobs/{id}', { id: other.job.id })
  await send('GET /jobs')
  await send('GET /jobs/{id}', { id: job.id })
  return job
}

async function chat(person: Person, send: Send, formId: string): Promise<void> {
  const { messageId, session } = await receive(person, { text: 'Tomorrow 5 pm?' })
  const { id } = session
  await send('GET /chats/sessions')
  await send('GET /chats/sessions/{id}/messages', { id })
  await send('PUT /chats/messages/mark-read (messageIds)', { body: { messageIds: [messageId] } })
  const text = 'Yes, 5 pm works.'
  await send('POST /chats/sessions/{id}/reply (templateName, languageCode, components, message)', {
    id,
    body: {
      templateName: 'text_message',
      languageCode: 'en',
      components: [{ type: 'BODY', text }],
      message: text,
    },
  })
  await send('PUT /chats/sessions/{id}/save (savedForLater)', { id, body: { savedForLater: true } })
  await send('POST /chats/messages/{id}/remarks (remark)', {
    id: messageId,
    body: { remark: 'Regular, likes Neha' },
  })
  const formData = { service: 'cut', when: '2026-11-22T17:00:00+05:30' }
  await send('PUT /chats/sessions/{id}/form-data (formData)', { id, body: { formData } })
  await send('POST /chats/sessions/{id}/email', {
    id,
    body: { to: ['asha@shop.in'], subject: 'Booking from Ravi', note: 'Please confirm' },
  })
  await send('GET /chats/export (query: sessionId)', { query: { sessionId: id } })
  await send('GET /chats/forms')
  await send('GET /chats/forms/{id}', { id: formId })
}

async function pay(send: Send): Promise<void> {
  await send('GET /billing/config-status')
  const { order } = await send('POST /billing/create-order', { body: { packId: 'pack_500' } })
  const paid = await shop.atCheckout(order.providerOrderId, 'pay')
  const { invoiceId } = await send('POST /billing/verify-payment', {
    body: { orderId: order.id, ...paid },
  })
  await send('GET /billing/invoice/{id}', { id: invoiceId })
  await send('GET /billing/summary')
}

test('one owner makes the 32 calls of the specification, from the first sign-in to the last', async () => {
  const person = personAt(server)
  const { send, sent } = createSender(person)

  await signUp(person, send)
  await setUpMail(send)
  const job = await writeJob(send)
  await chat(person, send, job.formId)
  await pay(send)
  await send('GET /jobs/{id}/analytics', { id: job.id })
  await send('GET /chats/stats')
  await send('GET /auth/stats')
  await send('DELETE /auth/account')

  expect(Object.keys(calls)).toHaveLength(32)
  expect([...sent].toSorted()).toEqual(Object.keys(calls).toSorted())
})

test('the document has these calls with these answers, and no others than are named here', async () => {
  const { body: document } = await readAnswer(await fetch(`${server.url}/api/openapi.json`))
  const described = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const named = [...Object.keys(calls), ...added].map(routeOf)

  expect(described.toSorted()).toEqual(
    named.map(({ method, path }) => `${method} ${path}`).toSorted(),
  )
  for (const [call, expected] of Object.entries<Expected>(calls)) {
    const { method, path } = routeOf(call)
    const { responses } = document.paths[path][method.toLowerCase()]
    expect(responses[expected.status], call).toMatchObject(describedAs(expected))
  }
})

function describedAs({ type, schema }: Expected): object {
  if (type === 'application/problem+json') return { $ref: '#/components/responses/Problem' }
  if (schema === undefined) return { content: { [type]: {} } }
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io: 'output' })
  return { content: { [type]: { schema: described } } }
}
