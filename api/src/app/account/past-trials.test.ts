import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { useTestApi, type Owner, type Person } from '../../../test/test-api.ts'
import { accounts, pastTrials, users } from '../../platform/database/schema.ts'
import { sweep } from '../worker/upkeep.ts'

const api = useTestApi()

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Came ten days ago, and has used some of what is free. */
async function useTrial(owner: Owner): Promise<void> {
  const { queries } = api.database
  const { id: ownerId } = owner
  await queries
    .update(users)
    .set({ createdAt: inDays(-10) })
    .where(eq(users.id, ownerId))
  const used = { trialMessages: 499, graceMessages: 3 }
  await queries.update(accounts).set(used).where(eq(accounts.ownerId, ownerId))
}

async function trialOf(owner: Person) {
  const { body } = await owner.call('GET', '/api/auth/profile')
  const { body: stats } = await owner.call('GET', '/api/auth/stats')
  const { body: billing } = await owner.call('GET', '/api/billing/summary')
  expect(stats.trial).toEqual({ ...body.user.trial, messagesLeft: billing.plan.trialMessagesLeft })
  expect(billing.plan.trialEndsAt).toBe(body.user.trial.endsAt)
  const [account] = await api.database.queries
    .select()
    .from(accounts)
    .where(eq(accounts.ownerId, body.user.id))
  const { trialMessages, graceMessages } = account ?? {}
  return { daysLeft: body.user.trial.daysLeft, trialMessages, graceMessages }
}

test('who closes the account and comes back goes on with the trial he had', async () => {
  const owner = await api.newOwner()
  await useTrial(owner)
  const used = { daysLeft: 20, trialMessages: 499, graceMessages: 3 }

  await owner.call('DELETE', '/api/auth/account')
  await sweep(api, inDays(31))
  await owner.signUp()
  expect(await trialOf(owner)).toEqual(used)
  const other = await api.newOwner()
  expect(await trialOf(other)).toEqual({ daysLeft: 30, trialMessages: 0, graceMessages: 0 })
})

test('what is remembered names nobody, and is forgotten after a year', async () => {
  const owner = await api.newOwner()
  const { phoneNumber, uid } = owner
  await owner.call('DELETE', '/api/auth/account')
  await sweep(api, inDays(364))

  const rows = await api.database.queries.select().from(pastTrials)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain(phoneNumber.slice(1))
  expect(JSON.stringify(rows)).not.toContain(uid)

  await sweep(api, inDays(366))
  expect(await api.database.queries.$count(pastTrials)).toBe(0)
})
