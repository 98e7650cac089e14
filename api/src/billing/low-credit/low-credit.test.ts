import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { startMailbox, type Mailbox } from '../../../test/mailbox.ts'
import { ownerIdOf } from '../../../test/owner-id.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { createSendEmail } from '../../chats/email/send-email.ts'
import { newId } from '../../database/new-id.ts'
import { emails } from '../../database/schema.ts'
import { createMailer } from '../../mail/mailer.ts'
import { changeAccount, lockOwnAccount } from '../account-change.ts'

const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '0' }) })
let server: Mailbox

beforeAll(async () => {
  server = await startMailbox()
  api.mail.isPrivateAllowed = true
  const { database, secretBox } = api
  const mailer = createMailer({ isPrivateAllowed: true })
  await api.queue.work({ 'email.send': createSendEmail({ database, secretBox, mailer }) })
})
afterAll(() => server.stop())

/** An owner with a mail server, an address, and these settings. */
async function newOwner({ settings = {}, email = 'asha@shop.example' } = {}): Promise<string> {
  const owner = await api.newOwner()
  const smtp = {
    enabled: true,
    host: '127.0.0.1',
    port: server.port,
    security: 'none',
    username: 'asha',
    password: 'pass-word',
    fromEmail: 'desk@shop.example',
  }
  const body = { ...(email !== '' && { email }), settings: { smtp, ...settings } }
  expect(await owner.call('PUT', '/api/auth/settings', { body })).toMatchObject({ status: 200 })
  return ownerIdOf(api, owner)
}

/** Credit as a payment would bring it. */
const topUp = (ownerId: string, micros: bigint) =>
  api.database.transaction(async (queries) => {
    const { billing, queue } = api
    const row = await lockOwnAccount(queries, ownerId, billing.prices)
    const event = { type: 'topped_up', micros } as const
    const { prices } = billing
    await changeAccount(queries, row, { ownerId, event, subject: {}, prices, queue })
  })

const charge = (ownerId: string) =>
  api.database.transaction((queries) => {
    const message = { ownerId, messageId: newId('message'), sessionId: 'ses_1' }
    return api.meter.chargeMessage(queries, { ...message, author: 'assistant' })
  })

const mailsTo = (ownerId: string) =>
  api.database.queries.$count(emails, eq(emails.ownerId, ownerId))

test('an owner is written to once for each time that his credit gets low', async () => {
  const ownerId = await newOwner()
  await topUp(ownerId, 50_200_000n)
  expect(await mailsTo(ownerId)).toBe(0)
  await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(0)

  await Promise.all(Array.from({ length: 5 }, () => charge(ownerId)))

  expect(await mailsTo(ownerId)).toBe(1)
  const received = await vi.waitFor(
    () => {
      expect(server.received).toHaveLength(1)
      return server.received[0]
    },
    { timeout: 15_000, interval: 50 },
  )
  expect(received?.to).toEqual(['asha@shop.example'])
  expect(received?.mail).toMatchObject({
    subject: 'Your credit is low',
    text: expect.stringContaining('₹49.80 are left, enough for 249 messages.'),
    html: expect.stringContaining('₹49.80'),
  })

  await topUp(ownerId, 2_000_000n)
  await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(1)
  for (let count = 0; count < 6; count += 1) await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(2)
})

test.each([
  ['does not want it', { settings: { notifications: { email: { lowBalance: false } } } }],
  ['has no mail server', { settings: { smtp: { enabled: false } } }],
  ['has no address', { email: '' }],
])('an owner who %s is not written to', async (_, given) => {
  const ownerId = await newOwner(given)
  await topUp(ownerId, 50_000_000n)

  await charge(ownerId)

  expect(await mailsTo(ownerId)).toBe(0)
})
