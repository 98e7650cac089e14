import { expect } from 'vitest'

import type { Database } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/new-id.ts'
import { signIns } from '../src/platform/database/schema.ts'
import { writeFile, type Files } from '../src/platform/files/files.service.ts'
import { order, verify, type Shop } from './billing-fixture.ts'
import { receive, words } from './chat-api.ts'
import { insertChat, insertMessage } from './chat-rows.ts'
import { insertComplete } from './form-rows.ts'
import type { Owner, Person } from './test-api.ts'

/** The ids of what an owner has: at least one of everything that a call can name. */
export type Scene = Awaited<ReturnType<typeof makeScene>>

type SceneApi = Files & { database: Database }

/** Makes one of everything that a call can name; all but the file of a contact by the public doors. */
export async function makeScene(api: SceneApi, owner: Owner, shop: Shop) {
  const { database } = api
  const service = { key: 'service', label: 'Service', order: 0, type: 'text', required: true }
  const { job } = await make(owner, '/api/jobs', {
    name: 'Salon',
    instructions: 'Ask.',
    fields: [service, { ...service, key: 'wish', order: 1 }],
    status: 'active',
  })
  const { messageId, session } = await receive(owner)
  const { remark } = await make(owner, `/api/chats/messages/${messageId}/remarks`, {
    remark: 'Regular',
  })
  const { id: orderId, providerOrderId } = await order(owner, 30_000)
  const paid = await shop.atCheckout(providerOrderId, 'pay')
  const { status, body: payment } = await verify(owner, orderId, paid)
  expect(status, JSON.stringify(payment)).toBe(200)
  await change(owner, '/api/auth/settings', {
    name: 'Asha',
    settings: {
      smtp: {
        enabled: true,
        host: 'smtp.shop.in',
        username: 'asha',
        password: 'x',
        fromEmail: 'asha@shop.in',
      },
      business: { name: 'Salon' },
    },
  })
  const { id: ownerId } = owner
  const { answer } = await make(owner, `/api/jobs/${job.id}/answers`, {
    question: 'Is there parking?',
    answer: 'Behind the house.',
  })
  return {
    jobId: String(job.id),
    jobAnswerId: String(answer.id),
    formId: String(job.formId),
    sessionId: String(session.id),
    contactId: String(session.contact.id),
    messageId: String(messageId),
    answerId: await makeAnswer(database, ownerId),
    bookedId: await makeBooking(database, owner),
    deviceId: String((await make(owner, '/api/auth/alerts/devices', deviceOf(ownerId))).id),
    signInId: await makeSignIn(database, ownerId),
    remarkId: String(remark.id),
    fileId: await makeFile(api, ownerId),
    orderId,
    invoiceId: String(payment.invoiceId),
    payment: { orderId, ...paid },
  }
}

/** A browser that receives alerts. */
export const deviceOf = (name: string) => ({
  label: 'Chrome on Android',
  subscription: {
    endpoint: `https://push.example/${name}`,
    keys: {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
})

/** Something that the assistant said, in a chat of its own. */
async function makeAnswer({ queries }: Database, ownerId: string): Promise<string> {
  const id = newId('message')
  const chat = await insertChat(queries, { ownerId })
  await insertMessage(queries, chat, { id, seq: 1, direction: 'out' })
  return id
}

/** A chat whose answers, to a form of their own, are for a day. */
async function makeBooking({ queries }: Database, owner: Owner): Promise<string> {
  const { job } = await make(owner, '/api/jobs', { name: 'Tables' })
  const chat = await insertChat(queries, { ownerId: owner.id })
  await insertComplete(queries, chat, {
    formId: job.formId,
    day: '2027-01-15',
    lastDay: '2027-01-15',
  })
  return chat.id
}

/** The owner on another device. */
async function makeSignIn({ queries }: Database, ownerId: string): Promise<string> {
  const [now, id] = [new Date(), newId('signIn')]
  const authenticatedAt = new Date(now.getTime() - 60 * 60 * 1000)
  const used = { createdAt: now, lastUsedAt: now, confirmedAt: now }
  const device = { device: 'Chrome on Android', address: '192.0.2.1' }
  await queries.insert(signIns).values({ id, ownerId, authenticatedAt, ...device, ...used })
  return id
}

async function makeFile(api: Files, ownerId: string): Promise<string> {
  const file = { ownerId, name: 'voice.ogg', mimeType: 'audio/ogg' }
  return (await writeFile(api, file, [new Uint8Array(3)])).id
}

async function make(owner: Person, path: string, body?: object) {
  const answer = await owner.call('POST', path, { body })
  expect(answer.status, path).toBeLessThan(300)
  return answer.body
}

async function change(owner: Person, path: string, body: object): Promise<void> {
  expect((await owner.call('PUT', path, { body })).status, path).toBe(200)
}

/** The path with the ids of a scene in it; the first may be another one. */
export const pathFor = (path: string, scene: Scene, id?: string): string =>
  path.replace('{id}', () => id ?? idFor(path, scene)).replace('{answerId}', scene.jobAnswerId)

/** The id that a path wants. */
export function idFor(path: string, scene: Scene): string {
  const id = idOf[Object.keys(idOf).find((part) => path.includes(part)) ?? '']
  if (id === undefined) throw new Error(`No id is known for ${path}`)
  return id(scene)
}

const idOf: Record<string, (scene: Scene) => string> = {
  '/devices/{id}': ({ deviceId }) => deviceId,
  '/sign-ins/{id}': ({ signInId }) => signInId,
  '/jobs/{id}': ({ jobId }) => jobId,
  '/forms/{id}': ({ formId }) => formId,
  '/sessions/{id}/booking': ({ bookedId }) => bookedId,
  '/sessions/{id}': ({ sessionId }) => sessionId,
  '/contacts/{id}': ({ contactId }) => contactId,
  '/messages/{id}/feedback': ({ answerId }) => answerId,
  '/messages/{id}': ({ messageId }) => messageId,
  '/remarks/{id}': ({ remarkId }) => remarkId,
  '/files/{id}': ({ fileId }) => fileId,
  '/orders/{id}': ({ orderId }) => orderId,
  '/invoice/{id}': ({ invoiceId }) => invoiceId,
}

const prompt = { prompt: 'Take bookings for my salon' }
const hello = { messages: [{ author: 'contact', text: 'Hello' }] }

/** A good body for each call that takes one. */
export const goodBodies: Record<string, (scene: Scene, owner: Person) => object> = {
  'POST /api/auth/profile': (_, { phoneNumber }) => ({ phoneNumber, email: '', name: '' }),
  'PUT /api/auth/settings': () => ({ name: 'Neha' }),
  'POST /api/auth/test-smtp': () => ({
    host: 'localhost',
    port: 25,
    security: 'none',
    fromEmail: 'asha@shop.in',
    to: 'asha@shop.in',
  }),
  'POST /api/auth/alerts/devices': (_, { uid }) => deviceOf(uid),
  'POST /api/auth/alerts/test': () => ({ via: 'email' }),
  'POST /api/auth/test-whatsapp': () => ({ to: '+919800000001' }),
  'POST /api/auth/whatsapp/signup': () => ({ code: 'c', wabaId: '1', phoneNumberId: '2' }),
  'DELETE /api/auth/account': () => ({ confirm: 'DELETE' }),
  'POST /api/jobs/generate-instructions': () => prompt,
  'POST /api/jobs/generate-fields': () => prompt,
  'POST /api/jobs/generate-job': () => prompt,
  'POST /api/jobs/test': () => ({ ...hello, job: { name: 'Lost property' } }),
  'POST /api/jobs/{id}/test': () => hello,
  'POST /api/jobs/{id}/answers': () => ({
    question: 'Do you cut hair of children?',
    answer: 'Yes.',
  }),
  'PUT /api/jobs/{id}/translations': () => ({
    language: 'hi',
    source: 'Service',
    translation: 'सेवा',
  }),
  'PUT /api/jobs/{id}/answers/{answerId}': () => ({ answer: 'In the yard.' }),
  'POST /api/jobs': () => ({ name: 'Lost property' }),
  'PUT /api/jobs/{id}': () => ({ description: 'For the salon' }),
  'POST /api/billing/create-order': () => ({ packId: 'pack_100' }),
  'POST /api/billing/verify-payment': ({ payment }) => payment,
  'PUT /api/chats/sessions/{id}/save': () => ({ savedForLater: true }),
  'POST /api/chats/sessions/{id}/draft': () => ({}),
  'POST /api/chats/sessions/{id}/handler': () => ({ handler: 'owner' }),
  'PUT /api/chats/sessions/{id}/form-data': () => ({ formData: { service: 'cut' } }),
  'POST /api/chats/sessions/{id}/attention': () => ({ done: true }),
  'POST /api/chats/sessions/{id}/booking': () => ({ action: 'confirm' }),
  'PUT /api/chats/messages/mark-read': ({ messageId }) => ({ messageIds: [messageId] }),
  'POST /api/chats/sessions/{id}/reply': () => words('Yes', { undoSeconds: 30 }),
  'POST /api/chats/messages/{id}/remarks': () => ({ remark: 'Likes Neha' }),
  'PUT /api/chats/messages/{id}/feedback': () => ({ rating: 'good' }),
  'PUT /api/chats/remarks/{id}': () => ({ remark: 'Liked Neha' }),
  'PUT /api/chats/contacts/{id}': () => ({ name: 'Ravi K' }),
  'POST /api/chats/sessions/{id}/email': () => ({ to: ['asha@shop.in'], subject: 'Booking' }),
}
