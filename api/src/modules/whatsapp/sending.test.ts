import { eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'

import { magicNumbers } from '../../../dev/simulators/graph/magic-numbers.ts'
import { readChat, sendReply, waitForStatus } from '../../../test/chat-api.ts'
import { insertTemplate } from '../../../test/chat-rows.ts'
import { skipPauses } from '../../../test/hand-over.ts'
import { phonesOf, startWorking, waitForChat, whatsAppOf } from '../../../test/phone-api.ts'
import { useTestApi, type Person } from '../../../test/test-api.ts'
import { accounts, chatSessions, contacts } from '../../platform/database/schema.ts'
import { errorRules } from './error-rules.ts'
import { failHeld } from './held-messages.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '0' }) })
beforeAll(() => startWorking(api))

const ravi = '+919800000001'

/** A contact has written, and the owner has replied. */
async function openWithReply(from = ravi) {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  await api.database.queries
    .update(accounts)
    .set({ balanceMicros: 100_000_000n })
    .where(eq(accounts.ownerId, phones.ownerId))
  await phones.write(from)
  const { session } = await waitForChat(owner, ({ items }) => expect(items).toHaveLength(1))
  const answer = await sendReply(owner, session.id, 'Yes, 5 pm works 🙂')
  expect(answer.status).toBe(202)
  return { owner, phones, session, messageId: String(answer.body.message.id) }
}

const readMessage = async (owner: Person, sessionId: string, id: string) => {
  const { items } = await readChat(owner, sessionId)
  return items.find((item: { id: string }) => item.id === id)
}

test('a reply arrives on the contact’s phone, and its status becomes delivered, then read', async () => {
  const { owner, phones, session, messageId } = await openWithReply()

  await waitForStatus(owner, session.id, messageId, 'delivered')
  const [, shown] = (await phones.chatWith(ravi)).messages
  expect(shown).toMatchObject({ from: 'business', text: 'Yes, 5 pm works 🙂', status: 'delivered' })
  expect(await phones.read(ravi)).toEqual({ read: 1 })
  const message = await waitForStatus(owner, session.id, messageId, 'read')
  expect(message).toMatchObject({ providerId: shown.id, billed: { reason: 'charged' } })
})

test.each([true, false])(
  'a contact sees read receipts only if the owner turned them on: %s',
  async (isWanted) => {
    const owner = await api.newOwner()
    const phones = await phonesOf(api, owner)
    const settings = { inbox: { sendReadReceipts: isWanted } }
    await owner.call('PUT', '/api/auth/settings', { body: { settings } })
    await phones.write(ravi, { text: 'One' })
    // One after the other: webhooks sent together may be applied in any order.
    await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(1))
    await phones.write(ravi, { text: 'Two' })
    const { items } = await waitForChat(owner, ({ items: all }) => expect(all).toHaveLength(2))
    const body = { messageIds: [items[1].id] }

    const answer = await owner.call('PUT', '/api/chats/messages/mark-read', { body })

    expect(answer.body.providerReceipts).toBe(isWanted ? 'sent' : 'off')
    const expected = isWanted ? ['read', 'read'] : ['sent', 'sent']
    const patience = { interval: 50 }
    await vi.waitFor(async () => {
      const { messages } = await phones.chatWith(ravi)
      expect(messages.map(({ status }: { status: string }) => status)).toEqual(expected)
    }, patience)
  },
)

test('a contact sees the typing indicator', async () => {
  const owner = await api.newOwner()
  const phones = await phonesOf(api, owner)
  const { id: providerId } = await phones.write(ravi)
  const { ownerId } = phones

  await api.channels.simulator?.showTyping?.({ ownerId, providerId })

  expect(await phones.chatWith(ravi)).toMatchObject({ isTyping: true })
})

test('a reply to a message quotes it', async () => {
  const { owner, phones, session } = await openWithReply()
  const { items } = await readChat(owner, session.id)
  const { body } = await sendReply(owner, session.id, 'That one', { replyToId: items[0].id })
  await waitForStatus(owner, session.id, body.message.id, 'delivered')

  const { messages: shown } = await phones.chatWith(ravi)
  expect(shown.at(-1)).toMatchObject({ text: 'That one', replyTo: shown[0].id })
})

test('a template is sent by name, with each variable’s value on one line', async () => {
  const { owner, phones, session } = await openWithReply()
  await insertTemplate(api.database.queries, {
    ownerId: phones.ownerId,
    name: 'reminder',
    body: 'Until {{when}}!',
    variables: [{ name: 'when', example: '5 pm' }],
    parameterFormat: 'NAMED',
  })
  const answer = await owner.call('POST', `/api/chats/sessions/${session.id}/reply`, {
    body: {
      templateName: 'reminder',
      languageCode: 'en',
      components: [{ type: 'BODY', text: 'five\no’clock' }],
      message: 'Until five\no’clock!',
      undoSeconds: 0,
    },
  })
  await waitForStatus(owner, session.id, answer.body.message.id, 'delivered')

  const { messages: shown } = await phones.chatWith(ravi)
  expect(shown.at(-1)).toMatchObject({ type: 'template', text: 'Until five o’clock!' })
})

/** The simulator's magic numbers whose error makes a message fail for good. */
const failing = Object.entries(magicNumbers).flatMap(([digits, fate]) => {
  const code = 'fault' in fate ? fate.fault.code : 0
  const rule = errorRules[code]
  const isFinal = rule?.remedy.kind === 'refuse' || ('times' in fate && fate.times === Infinity)
  return rule !== undefined && isFinal && rule.remedy.kind === 'refuse'
    ? [[digits, code] as const]
    : []
})

test.each(failing)(
  '…%s: a message fails with %i, shows the reason and is refunded',
  async (digits, code) => {
    const { owner, session, messageId } = await openWithReply(`+919800${digits}`)

    const message = await waitForStatus(owner, session.id, messageId, 'failed')
    const { title, detail, action, retryable, concerns } = errorRules[code] ?? {}
    expect(message.error).toEqual({ code, title, detail, action, retryable })
    expect(message.billed).toMatchObject({ reason: 'refunded' })
    // The status of the number, or of the contact, is updated afterwards.
    await vi.waitFor(async () => {
      expect((await whatsAppOf(owner)).status).toBe(
        concerns === 'number' ? 'degraded' : 'not_connected',
      )
      const [contact] = await api.database.queries
        .select()
        .from(contacts)
        .where(eq(contacts.id, session.contact.id))
      expect(contact?.marketingOptedOutAt !== null).toBe(concerns === 'marketing')
    })
  },
)

test.each([
  ['130429', true],
  ['131016', true],
  ['131056', true],
  // It was accepted, which a webhook says before the retry is due.
  ['900006', false],
])(
  '…%s: a message that WhatsApp does not accept at once is delivered later, once',
  async (digits, isRetried) => {
    const { owner, phones, session, messageId } = await openWithReply(`+919800${digits}`)

    await vi.waitFor(
      async () => {
        if (isRetried) await skipPauses(api.database)
        const { status } = await readMessage(owner, session.id, messageId)
        expect(status).toBe('delivered')
      },
      { interval: 100 },
    )
    const { messages: shown } = await phones.chatWith(`+919800${digits}`)
    expect(shown).toHaveLength(2)
    const { session: chat } = await readChat(owner, session.id)
    expect(chat.cost).toMatchObject({ messages: 1 })
  },
)

test('a number with a revoked token sends nothing, and waiting messages are sent after it is reconnected', async () => {
  const { owner, phones, session, messageId } = await openWithReply()
  await waitForStatus(owner, session.id, messageId, 'delivered')
  await phones.happen('revoke_token')

  const held = await sendReply(owner, session.id, 'Are you there?')
  await vi.waitFor(async () => {
    expect(await whatsAppOf(owner)).toMatchObject({
      status: 'disconnected',
      lastError: { code: 190 },
    })
  })
  const { id } = held.body.message
  await vi.waitFor(async () =>
    expect(await readMessage(owner, session.id, id)).toMatchObject({
      status: 'queued',
      error: { code: 190, action: 'reconnect' },
    }),
  )
  const refused = await sendReply(owner, session.id, 'Hello?')
  expect(refused).toMatchObject({ status: 409, body: { code: 'channel_disconnected' } })

  const broken = await owner.call('POST', '/api/auth/test-whatsapp', { body: {} })
  expect(broken.body).toMatchObject({
    success: false,
    stages: [{ stage: 'token', ok: false, code: '190', hint: expect.any(String) }],
  })
  await phones.happen('restore_token')
  const repaired = await owner.call('POST', '/api/auth/test-whatsapp', { body: {} })
  expect(
    repaired.body.stages.map(({ stage, ok }: { stage: string; ok: boolean }) => [stage, ok]),
  ).toEqual(['token', 'number', 'webhook', 'send'].map((stage) => [stage, true]))
  await waitForStatus(owner, session.id, id, 'delivered')
  const { messages: shown } = await phones.chatWith(ravi)
  expect(shown.filter(({ text }: { text: string }) => text === 'Are you there?')).toHaveLength(1)
})

test('a message that waited a day for its number fails and is refunded', async () => {
  const { owner, phones, session, messageId } = await openWithReply()
  await waitForStatus(owner, session.id, messageId, 'delivered')
  await phones.happen('revoke_token')
  const { id } = (await sendReply(owner, session.id, 'Are you there?')).body.message
  await vi.waitFor(async () =>
    expect((await readMessage(owner, session.id, id)).error).toMatchObject({ code: 190 }),
  )
  const { database, meter, queue } = api
  const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000)

  expect(await failHeld({ database, meter, queue }, inHours(23))).toBe(0)
  expect(await failHeld({ database, meter, queue }, inHours(25))).toBe(1)
  expect(await readMessage(owner, session.id, id)).toMatchObject({
    status: 'failed',
    error: { action: 'reconnect', retryable: true },
    billed: { reason: 'refunded' },
  })
})

test('a message fails if WhatsApp’s 24-hour window is closed, although the stored one is open', async () => {
  const { owner, phones, session } = await openWithReply()
  const long = new Date(Date.now() - 30 * 60 * 60 * 1000).toISOString()
  const stranger = '+919800000002'
  await phones.write(stranger, { at: long })
  const { body } = await vi.waitFor(async () => {
    const list = await owner.call('GET', '/api/chats/sessions')
    expect(list.body.items).toHaveLength(2)
    return list
  })
  const late = body.items.find(({ id }: { id: string }) => id !== session.id)
  await api.database.queries
    .update(chatSessions)
    .set({ windowExpiresAt: new Date(Date.now() + 60_000) })
    .where(eq(chatSessions.id, late.id))

  const answer = await sendReply(owner, late.id, 'Too late')

  const failed = await waitForStatus(owner, late.id, answer.body.message.id, 'failed')
  expect(failed.error).toMatchObject({ code: 131_047, action: 'send_template' })
})

test('a contact who opted out of marketing gets no marketing template, but other templates', async () => {
  const { owner, phones, session } = await openWithReply()
  await phones.prefer(ravi, false)
  const ofOwner = eq(contacts.ownerId, phones.ownerId)
  await vi.waitFor(async () => {
    const [contact] = await api.database.queries.select().from(contacts).where(ofOwner)
    expect(contact?.marketingOptedOutAt).not.toBeNull()
  })
  const send = async (name: string, category: 'MARKETING' | 'UTILITY') => {
    const template = { ownerId: phones.ownerId, name, category, body: 'Sale' }
    await insertTemplate(api.database.queries, template)
    const body = { templateName: name, languageCode: 'en', components: [], message: 'Sale' }
    const path = `/api/chats/sessions/${session.id}/reply`
    return (await owner.call('POST', path, { body: { ...body, undoSeconds: 0 } })).body.message.id
  }

  const failed = await waitForStatus(owner, session.id, await send('sale', 'MARKETING'), 'failed')
  expect(failed.error).toMatchObject({ code: 131_050 })
  await waitForStatus(owner, session.id, await send('note', 'UTILITY'), 'delivered')
})
