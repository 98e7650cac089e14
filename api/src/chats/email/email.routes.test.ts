import { randomUUID } from 'node:crypto'

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { readChat, receive } from '../../../test/chat-api.ts'
import { insertMessage } from '../../../test/chat-rows.ts'
import { expectProblem } from '../../../test/expect-problem.ts'
import { insertAnswers } from '../../../test/form-rows.ts'
import { retryNow } from '../../../test/hand-over.ts'
import { startMailbox, type Mailbox } from '../../../test/mailbox.ts'
import { setPreferences } from '../../../test/owner-preferences.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { emails, messages } from '../../database/schema.ts'
import { writeFile } from '../../files/files.service.ts'
import { createMailer } from '../../mail/mailer.ts'
import { writeSecret } from '../../secrets/secrets.repo.ts'
import { sweep } from '../../upkeep/upkeep.ts'
import { createSendEmail } from './send-email.ts'

const publicUrl = 'http://localhost:3000'
const api = useTestApi()

let server: Mailbox
let owner: Person
let ownerId: string
let sessionId: string

beforeAll(async () => {
  server = await startMailbox()
  owner = await api.newOwner()
  ownerId = await ownerIdOf(api, owner)
  const mailer = createMailer({ isPrivateAllowed: true })
  const { database, secretBox } = api
  await api.queue.work({
    'email.send': createSendEmail({ database, secretBox, mailer, publicUrl }),
  })
})
afterAll(() => server.stop())

beforeEach(async () => {
  server.received.length = 0
  await configure({})
  sessionId = (await receive(owner, { from: '+919800000001', text: 'Hello <b>you</b>' })).session.id
})

async function configure(smtpChosen: object): Promise<void> {
  await setPreferences(api.database.queries, ownerId, {
    smtp: {
      enabled: true,
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      username: 'asha',
      fromName: 'Asha, "Salon"',
      fromEmail: 'asha@shop.example',
      replyTo: 'desk@shop.example',
      ...smtpChosen,
    },
  })
  const secret = { ownerId, name: 'smtp_password', value: 'pass-word' } as const
  await writeSecret(api.database.queries, api.secretBox, secret)
}

const letter = (more = {}) => ({ to: ['one@example.com'], subject: 'Booking from Ravi ✓', ...more })

async function post(body: object, headers: Record<string, string> = {}) {
  const path = `/api/chats/sessions/${sessionId}/email`
  return owner.call('POST', path, { body, headers })
}

/** The line of the chat, once the mail is on its way or has failed. */
function settled(emailId: string) {
  return vi.waitFor(
    async () => {
      const [row] = await api.database.queries.select().from(emails).where(eq(emails.id, emailId))
      expect(row?.status).not.toBe('queued')
      const { items, session } = await readChat(owner, sessionId)
      const event = items.find(({ id }: { id: string }) => id === row?.eventMessageId)
      return { row, event, session }
    },
    { interval: 100 },
  )
}

test('a chat arrives whole, with what was asked for and nothing else', async () => {
  const media = new TextEncoder().encode('not really a picture')
  const file = await writeFile(api.database, { ownerId, name: 'a.png', mimeType: 'image/png' }, [
    media,
  ])
  await insertMessage(
    api.database.queries,
    { id: sessionId, ownerId },
    {
      seq: 90,
      type: 'image',
      media: { id: file.id, mimeType: 'image/png', bytes: file.size, fileName: 'नमस्ते.png' },
    },
  )
  const edited = { seq: 91, text: 'At 4', editedAt: new Date() }
  await insertMessage(api.database.queries, { id: sessionId, ownerId }, edited)
  const chat = { id: sessionId, ownerId }
  await insertAnswers(api.database.queries, owner, chat, {
    fields: [
      { key: 'service', label: 'Service' },
      { key: 'card', label: 'Card', sensitive: true },
      { key: 'mail', label: 'Mail', type: 'email', sensitive: true },
    ],
    values: { service: 'Haircut', card: '411187', mail: 'ravi@example.com' },
  })
  const [first] = (await readChat(owner, sessionId)).items
  await owner.call('POST', `/api/chats/messages/${first.id}/remarks`, {
    body: { remark: 'Regular' },
  })

  const { status, body } = await post(
    letter({
      cc: ['two@example.com'],
      note: 'Please <confirm>',
      include: { messages: true, formData: true, media: true },
    }),
  )

  expect(status).toBe(202)
  expect(body.event.text).toBe('E-mailed to one@example.com, two@example.com')
  const { event } = await settled(body.emailId)
  expect(event).toMatchObject({ type: 'event', author: 'system', status: 'sent' })
  expect(server.received).toHaveLength(1)
  const [{ from, to, mail, raw } = failed()] = server.received
  expect(from).toBe('asha@shop.example')
  expect(to).toEqual(['one@example.com', 'two@example.com'])
  expect(mail.from).toMatchObject({ name: 'Asha, "Salon"', address: 'asha@shop.example' })
  expect(mail.subject).toBe('Booking from Ravi ✓')
  expect(mail.replyTo).toMatchObject([{ address: 'desk@shop.example' }])
  expect(mail.messageId).toBe(`<${body.emailId}@shop.example>`)
  expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/im)
  expect(mail.html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
  expect(mail.html).toContain('Please &lt;confirm&gt;')
  expect(mail.html).toContain('Haircut')
  expect(mail.text).toMatch(
    /^\d\d\/\d\d\/\d{4}, \d\d:\d\d - .+: Hello <b>you<\/b>\n.+नमस्ते\.png \(file attached\)\n.+At 4 <This message was edited>$/m,
  )
  expect(raw).not.toContain('411187')
  expect(`${mail.html}${mail.text}`).not.toMatch(/411187|Regular|E-mailed/)
  expect(mail.attachments).toMatchObject([{ filename: 'नमस्ते.png', mimeType: 'image/png' }])
  expect(Buffer.from(mail.attachments[0]?.content as ArrayBuffer).toString()).toBe(
    'not really a picture',
  )
})

function failed(): never {
  throw new Error('Nothing was received')
}

test('remarks go along when they are asked for, answers go to the contact, pages are pages', async () => {
  const [first] = (await readChat(owner, sessionId)).items
  await owner.call('POST', `/api/chats/messages/${first.id}/remarks`, {
    body: { remark: 'Regular' },
  })
  const plain = await post(
    letter({ include: { remarks: true, formData: false }, replyToContact: true }),
  )
  await settled(plain.body.emailId)
  expect(server.received[0]?.mail.html).toContain('Only you: Regular')
  expect(server.received[0]?.mail.html).not.toContain('Haircut')
  expect(server.received[0]?.mail.replyTo).toMatchObject([{ address: 'ravi@example.com' }])

  const pages = await post(letter({ format: 'pdf' }))
  await settled(pages.body.emailId)
  const [pdf] = server.received[1]?.mail.attachments ?? []
  expect(pdf?.mimeType).toBe('application/pdf')
  expect(Buffer.from(pdf?.content as ArrayBuffer).toString('latin1')).toMatch(/^%PDF-[^]*%%EOF/)
  expect(server.received[1]?.mail.html).not.toContain('Hello')
})

test('a chat of long words in letters of India arrives as pages, the latest of it', async () => {
  const letters = Array.from({ length: 37 }, (_, index) => String.fromCodePoint(0x915 + index))
  const wordOf = (seed: number) =>
    Array.from({ length: 390 }, (_, index) => letters[(index * seed) % letters.length]).join('')
  const text = Array.from({ length: 10 }, (_, index) => wordOf(index + 1)).join(' ')
  for (let seq = 100; seq < 170; seq += 1) {
    await insertMessage(api.database.queries, { id: sessionId, ownerId }, { seq, text })
  }

  const { body } = await post(letter({ format: 'pdf' }))

  expect((await settled(body.emailId)).row?.status).toBe('sent')
  const [{ mail } = failed()] = server.received
  expect(mail.attachments).toMatchObject([{ filename: 'chat.pdf' }])
  expect(mail.text).toContain('Earlier messages are left out.')
})

test('the same request sends once', async () => {
  const headers = { 'idempotency-key': randomUUID() }
  const one = await post(letter(), headers)
  const two = await post(letter(), headers)
  expect(two.body).toEqual(one.body)
  await settled(one.body.emailId)
  await createSendEmail({
    database: api.database,
    secretBox: api.secretBox,
    mailer: createMailer({ isPrivateAllowed: true }),
    publicUrl,
  })({ emailId: one.body.emailId })
  expect(server.received).toHaveLength(1)
})

test('a refusal turns the line of the chat red, with the reason, and it cannot be sent again as a message', async () => {
  server.answers.push({ responseCode: 550, message: 'No such mailbox' })
  const { body } = await post(letter())
  const { event, session, row } = await settled(body.emailId)
  expect(row?.status).toBe('failed')
  expect(event).toMatchObject({
    status: 'failed',
    error: {
      code: 550,
      title: 'The mail was not sent',
      // Our own words: the server's may hold anything.
      detail: '550 The mail server did not take the message.',
      retryable: false,
    },
  })
  expect(JSON.stringify([event, row])).not.toContain('No such mailbox')
  expect(session.attention).toContain('failed_message')
  expectProblem(await owner.call('POST', `/api/chats/messages/${event.id}/retry`), 409)
  expect(server.received).toEqual([])
  await api.database.queries.delete(messages).where(eq(messages.id, event.id))
})

test('what the server cannot do now is tried again', async () => {
  server.answers.push({ responseCode: 451, message: 'Later' })
  const { body } = await post(letter())
  await vi.waitFor(async () => expect(await retryNow(api.database)).toBe(1))
  const { event } = await settled(body.emailId)
  expect(event.status).toBe('sent')
  expect(server.received).toHaveLength(1)
})

test('a wrong password and a server nobody may name are said at once', async () => {
  const secret = { ownerId, name: 'smtp_password', value: 'wrong' } as const
  await writeSecret(api.database.queries, api.secretBox, secret)
  const { body } = await post(letter())
  expect((await settled(body.emailId)).event.error.code).toBe(535)

  const local = { host: '127.0.0.1', port: 25, security: 'none', username: '' } as const
  const rules = { isPrivateAllowed: false }
  await expect(
    createMailer(rules).send({ ...local, password: undefined }, {} as never),
  ).rejects.toMatchObject({ name: 'MailRefusal' })
})

test('without a mail server the owner is told where to set one up', async () => {
  for (const missing of [{ enabled: false }, { host: '' }, { fromEmail: '' }]) {
    await configure(missing)
    const answer = await post(letter())
    expectProblem(answer, 409)
    expect(answer.body).toMatchObject({
      code: 'smtp_not_configured',
      meta: { settingsUrl: '/settings#smtp' },
    })
  }
  await configure({})
  expectProblem(await post(letter({ to: ['x@y.z\r\nBcc: evil@example.com'] })), 422)
})

test('what no try could send in an hour has failed', async () => {
  const { body } = await post(letter())
  await settled(body.emailId)
  const { queries } = api.database
  const isIt = and(eq(emails.id, body.emailId), eq(emails.status, 'sent'))
  await queries.update(emails).set({ status: 'queued' }).where(isIt)
  await queries.update(messages).set({ status: 'queued' }).where(eq(messages.id, body.event.id))

  await sweep(api.database, new Date(Date.now() + 61 * 60 * 1000))

  const { row, event } = await settled(body.emailId)
  expect(row?.status).toBe('failed')
  expect(event.error.detail).toBe('The mail server could not be reached.')
})
