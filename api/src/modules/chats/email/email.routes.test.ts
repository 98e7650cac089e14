import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { readChat, receive } from '../../../../test/chat-api.ts'
import { insertMessage } from '../../../../test/chat-rows.ts'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { insertAnswers } from '../../../../test/form-rows.ts'
import { retryNow } from '../../../../test/hand-over.ts'
import { useMailWorker } from '../../../../test/mail-worker.ts'
import { type Owner, useTestApi } from '../../../../test/test-api.ts'
import { createSendEmail } from '../../../app/worker/send-email.ts'
import { sweep } from '../../../app/worker/upkeep.ts'
import { emails, messages } from '../../../platform/database/schema.ts'
import { writeFile } from '../../../platform/files/files.service.ts'
import { createMailer } from '../../../platform/mail/mailer.ts'

const publicUrl = 'http://localhost:3000'
const api = useTestApi()
const worker = useMailWorker(api, publicUrl)

let owner: Owner
let ownerId: string
let chat: { id: string; ownerId: string }

beforeAll(async () => {
  ;({ owner, ownerId } = await worker.newOwner())
})
beforeEach(async () => {
  worker.received.length = 0
  await configure({
    fromName: 'Asha, "Salon"',
    replyTo: 'desk@shop.example',
    password: 'right',
  })
  const { session } = await receive(owner, { text: 'Hello <b>you</b>' })
  chat = { id: session.id, ownerId }
})

const configure = (smtp: object) =>
  owner.call('PUT', '/api/auth/settings', { body: { settings: { smtp } } })

const letter = (more = {}) => ({ to: ['one@example.com'], subject: 'Booking from Ravi ✓', ...more })

const post = (more: object = {}) =>
  owner.call('POST', `/api/chats/sessions/${chat.id}/email`, { body: letter(more) })

/** The line of the chat, once the mail is on its way or has failed. */
function settled(emailId: string) {
  return vi.waitFor(
    async () => {
      const [row] = await api.database.queries.select().from(emails).where(eq(emails.id, emailId))
      expect(row?.status).not.toBe('queued')
      const { items, session } = await readChat(owner, chat.id)
      const event = items.find(({ id }: { id: string }) => id === row?.eventMessageId)
      return { row, event, session }
    },
    { interval: 100 },
  )
}

/** The only letter there is. */
function received() {
  const [only, ...others] = worker.received
  expect(others).toEqual([])
  if (only === undefined) throw new Error('Nothing was received')
  return only
}

async function noteOnFirst(remark: string): Promise<void> {
  const [first] = (await readChat(owner, chat.id)).items
  await owner.call('POST', `/api/chats/messages/${first.id}/remarks`, { body: { remark } })
}

test('an e-mailed chat arrives with the requested parts and nothing else', async () => {
  const { queries } = api.database
  const picture = { ownerId, name: 'a.png', mimeType: 'image/png' }
  const media = new TextEncoder().encode('not really a picture')
  const { id, size: bytes } = await writeFile(api, picture, [media])
  const file = { id, mimeType: 'image/png', bytes, fileName: 'नमस्ते.png' }
  await insertMessage(queries, chat, { seq: 90, type: 'image', media: file })
  await insertMessage(queries, chat, { seq: 91, text: 'At 4', editedAt: new Date() })
  await insertAnswers(queries, owner, chat, {
    fields: [
      { key: 'service', label: 'Service' },
      { key: 'card', label: 'Card', sensitive: true },
      { key: 'mail', label: 'Mail', type: 'email', sensitive: true },
    ],
    values: { service: 'Haircut', card: '411187', mail: 'ravi@example.com' },
  })
  await noteOnFirst('Regular')

  const { status, body } = await post({
    cc: ['two@example.com'],
    note: 'Please <confirm>',
    include: { messages: true, formData: true, media: true },
  })

  expect(status).toBe(202)
  expect(body.event.text).toBe('E-mailed to one@example.com, two@example.com')
  const { event } = await settled(body.emailId)
  expect(event).toMatchObject({ type: 'event', author: 'system', status: 'sent' })
  const { from, to, mail, raw } = received()
  expect(from).toBe('desk@shop.example')
  expect(to).toEqual(['one@example.com', 'two@example.com'])
  expect(mail.from).toMatchObject({ name: 'Asha, "Salon"', address: 'desk@shop.example' })
  expect(mail.subject).toBe('Booking from Ravi ✓')
  expect(mail.replyTo).toMatchObject([{ address: 'desk@shop.example' }])
  expect(mail.messageId).toBe(`<${body.emailId}@shop.example>`)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/im)
  for (const text of ['Hello &lt;b&gt;you&lt;/b&gt;', 'Please &lt;confirm&gt;', 'Haircut'])
    expect(mail.html).toContain(text)
  expect(mail.text).toMatch(
    /^\d\d\/\d\d\/\d{4}, \d\d:\d\d - .+: Hello <b>you<\/b>\n.+नमस्ते\.png \(file attached\)\n.+At 4 <This message was edited>$/m,
  )
  expect(raw).not.toContain('411187')
  expect(`${mail.html}${mail.text}`).not.toMatch(/411187|Regular|E-mailed/)
  expect(mail.attachments).toMatchObject([{ filename: 'नमस्ते.png', mimeType: 'image/png' }])
  const [attached] = mail.attachments
  expect(Buffer.from(attached?.content as ArrayBuffer).toString()).toBe('not really a picture')
})

test('notes are included if requested, and replies can go to the contact', async () => {
  await noteOnFirst('Regular')
  const include = { remarks: true, formData: false }
  const { body } = await post({ include, replyToContact: true })
  await settled(body.emailId)
  const { mail } = received()
  expect(mail.html).toContain('Only you: Regular')
  expect(mail.html).not.toContain('Haircut')
  expect(mail.replyTo).toMatchObject([{ address: 'ravi@example.com' }])
})

test('a very long chat in Indian scripts is sent as a PDF with its latest messages', async () => {
  const letters = Array.from({ length: 37 }, (_, index) => String.fromCodePoint(0x915 + index))
  const wordOf = (seed: number) =>
    Array.from({ length: 390 }, (_, index) => letters[(index * seed) % letters.length]).join('')
  const text = Array.from({ length: 10 }, (_, index) => wordOf(index + 1)).join(' ')
  for (let seq = 100; seq < 170; seq += 1) {
    await insertMessage(api.database.queries, chat, { seq, text })
  }

  const { body } = await post({ format: 'pdf' })

  expect((await settled(body.emailId)).row?.status).toBe('sent')
  const { mail } = received()
  const [pdf] = mail.attachments
  expect(pdf).toMatchObject({ filename: 'chat.pdf', mimeType: 'application/pdf' })
  expect(Buffer.from(pdf?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-[^]*%%EOF/)
  expect(mail.text).toContain('Earlier messages are left out.')
  expect(mail.html).not.toContain('Hello')
})

test('an e-mail is sent once, and fails after an hour without success', async () => {
  const { database, fileStore, queue, secretBox } = api
  const { body } = await post()
  await settled(body.emailId)
  const mailer = createMailer({ isPrivateAllowed: true })
  const send = createSendEmail({ database, queue, fileStore, secretBox, mailer, publicUrl })
  await send({ emailId: body.emailId })
  received()

  const { queries } = database
  const isIt = and(eq(emails.id, body.emailId), eq(emails.status, 'sent'))
  await queries.update(emails).set({ status: 'queued' }).where(isIt)
  await queries.update(messages).set({ status: 'queued' }).where(eq(messages.id, body.event.id))
  await sweep(api, new Date(Date.now() + 61 * 60 * 1000))

  const { row, event } = await settled(body.emailId)
  expect(row?.status).toBe('failed')
  expect(event.error.detail).toBe('The mail server could not be reached.')
})

test('a refused e-mail shows the reason in the chat and cannot be retried as a message', async () => {
  worker.answers.push({ responseCode: 550, message: 'No such mailbox' })
  const { body } = await post()
  const { event, session, row } = await settled(body.emailId)
  expect(row?.status).toBe('failed')
  expect(event).toMatchObject({
    status: 'failed',
    error: {
      code: 550,
      title: 'The e-mail was not sent',
      // Our own words: the server's may hold anything.
      detail: '550 The mail server did not accept the message.',
      retryable: false,
    },
  })
  expect(JSON.stringify([event, row])).not.toContain('No such mailbox')
  expect(session.attention).toContain('failed_message')
  expectProblem(await owner.call('POST', `/api/chats/messages/${event.id}/retry`), 409)
  expect(worker.received).toEqual([])
})

test('a temporary error is retried, and a wrong password is reported at once', async () => {
  worker.answers.push({ responseCode: 451, message: 'Later' })
  const later = await post()
  await vi.waitFor(async () => expect(await retryNow(api.database)).toBe(1))
  expect((await settled(later.body.emailId)).event.status).toBe('sent')
  received()

  await configure({ password: 'wrong' })
  const { body } = await post()
  expect((await settled(body.emailId)).event.error.code).toBe(535)
})

test('an e-mail waits for a removed password and is never sent without one', async () => {
  const tryAgain = () => vi.waitFor(async () => expect(await retryNow(api.database)).toBe(1))
  worker.answers.push({ responseCode: 451, message: 'Later' })
  const { body } = await post()
  await vi.waitFor(() => expect(worker.answers).toEqual([]))

  await configure({ password: null })
  await tryAgain()
  await tryAgain()
  expect(worker.received).toEqual([])

  await configure({ password: 'right' })
  await vi.waitFor(async () => {
    await retryNow(api.database)
    expect(worker.received).toHaveLength(1)
  })
  expect((await settled(body.emailId)).event.status).toBe('sent')
})

test('without a mail server the answer links to the settings, and an address with a line break is refused', async () => {
  await configure({ enabled: false })
  const answer = await post()
  expectProblem(answer, 409)
  expect(answer.body).toMatchObject({
    code: 'smtp_not_configured',
    meta: { settingsUrl: '/settings#smtp' },
  })
  await configure({ enabled: true })
  expectProblem(await post({ to: ['x@y.z\r\nBcc: evil@example.com'] }), 422)
})
