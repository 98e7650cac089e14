import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { useMailWorker } from '../../../test/mail-worker.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { newId } from '../../platform/database/new-id.ts'
import { emails } from '../../platform/database/schema.ts'
import { changeAccount, lockAccount } from './accounts.ts'
import { lowCreditMailSchema, writeLowCreditEmail } from './low-credit.ts'

const publicUrl = 'http://localhost:3000'
const api = useTestApi({ environment: async () => ({ TRIAL_MESSAGES: '0' }) })
const post = useMailWorker(api, publicUrl)

/** An owner with a mail server, an address, and these settings. */
const newOwner = async (given: Parameters<typeof post.newOwner>[0] = {}) =>
  (await post.newOwner(given)).ownerId

/** Credit as a payment would bring it. */
const topUp = (ownerId: string, micros: bigint) =>
  api.database.transaction(async (queries) => {
    const { billing, queue } = api
    const row = await lockAccount(queries, ownerId, billing.prices)
    const event = { type: 'topped_up', micros } as const
    const { prices } = billing
    await changeAccount(queries, row, { ownerId, event, subject: {}, prices, queue })
  })

const charge = (ownerId: string) =>
  api.database.transaction((queries) => {
    const message = { ownerId, messageId: newId('message'), sessionId: 'ses_1' }
    return api.meter.chargeMessage(queries, { ...message, author: 'assistant' })
  })

const { mailsTo } = post

test('an owner gets one e-mail each time their credit becomes low', async () => {
  const ownerId = await newOwner()
  await topUp(ownerId, 50_200_000n)
  expect(await mailsTo(ownerId)).toBe(0)
  await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(0)

  await Promise.all(Array.from({ length: 5 }, () => charge(ownerId)))

  expect(await mailsTo(ownerId)).toBe(1)
  const received = await vi.waitFor(
    () => {
      expect(post.received).toHaveLength(1)
      return post.received[0]
    },
    { interval: 50 },
  )
  expect(received?.to).toEqual(['asha@shop.example'])
  expect(received?.mail).toMatchObject({
    subject: 'Your credit is low',
    text: expect.stringContaining('You have ₹49.80 left, enough for 249 messages.'),
    html: expect.stringContaining('₹49.80'),
  })

  await topUp(ownerId, 2_000_000n)
  await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(1)
  for (let count = 0; count < 6; count += 1) await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(2)
})

test('an owner gets an e-mail at a fifth, a twentieth and the end of their top-up', async () => {
  const ownerId = await newOwner({ settings: { billing: { lowBalanceMinor: 0 } } })
  await topUp(ownerId, 10_000_000n)
  const letters: number[] = []
  for (let count = 0; count < 50; count += 1) {
    const before = await mailsTo(ownerId)
    await charge(ownerId)
    if ((await mailsTo(ownerId)) > before) letters.push(count + 1)
  }
  expect(letters).toEqual([40, 48, 50])
  const { queries } = api.database
  const rows = await queries.select().from(emails).where(eq(emails.ownerId, ownerId))
  const [first] = rows.toSorted((one, other) => one.id.localeCompare(other.id))
  const letter = await writeLowCreditEmail(lowCreditMailSchema.parse(first?.content), publicUrl)
  expect(letter.text).toContain('You have ₹2.00 left, at most 20 % of what you had')

  await topUp(ownerId, 10_000_000n)
  for (let count = 0; count < 40; count += 1) await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(4)
})

test('an owner gets one e-mail a day that their credit is used up', async () => {
  const ownerId = await newOwner()
  await topUp(ownerId, 400_000n)
  await charge(ownerId)
  // Low it was from the beginning.
  expect(await mailsTo(ownerId)).toBe(1)

  await charge(ownerId)
  expect(await mailsTo(ownerId)).toBe(2)
  await topUp(ownerId, 200_000n)
  await charge(ownerId)

  expect(await mailsTo(ownerId)).toBe(2)
  await vi.waitFor(
    () => {
      const letter = post.received.find(({ mail }) => mail.subject === 'Your credit is used up')
      expect(letter?.mail.text).toContain('No credit is left, so the assistant has paused.')
      expect(letter?.mail.text).toContain('http://localhost:3000/billing')
    },
    { interval: 50 },
  )
})

test.each([
  ['turned it off', { settings: { notifications: { email: { lowBalance: false } } } }],
  ['has no address', { email: '' }],
])('an owner who %s gets no e-mail', async (_, given) => {
  const ownerId = await newOwner(given)
  await topUp(ownerId, 50_000_000n)

  await charge(ownerId)

  expect(await mailsTo(ownerId)).toBe(0)
})
