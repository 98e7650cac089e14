import type { Message } from '@errand/contract/chats/message'
import { eq, sql } from 'drizzle-orm'

import type { Queries } from '../database/database.ts'
import { newId } from '../database/new-id.ts'
import { accounts, ledgerEntries } from '../database/schema.ts'

/** What a message cost, as the message shows it. */
export type MessageBill = NonNullable<Message['billed']>
type PaidAuthor = 'assistant' | 'owner' | 'template'

/** Counts what is sent, in the caller's transaction: lock the chat first, publish events last. */
export interface Meter {
  createAccount: (queries: Queries, ownerId: string) => Promise<void>
  /** Throws `insufficient_balance` or `trial_limit` when this author may not send now. */
  requireCredit: (queries: Queries, ownerId: string, author: PaidAuthor) => Promise<void>
  chargeMessage: (
    queries: Queries,
    message: { ownerId: string; messageId: string; sessionId: string; author: PaidAuthor },
  ) => Promise<MessageBill>
  refundMessage: (
    queries: Queries,
    message: { ownerId: string; messageId: string },
  ) => Promise<void>
  readBalance: (
    queries: Queries,
    ownerId: string,
  ) => Promise<{ amountMinor: number; currency: string; messagesLeft: number }>
}

/** A meter that counts every message as one of the trial. */
export function createMeter(): Meter {
  const currency = 'INR'
  return {
    createAccount: async (queries, ownerId) => {
      await queries.insert(accounts).values({ ownerId, currency }).onConflictDoNothing()
    },
    requireCredit: async () => {},
    chargeMessage: async (queries, { ownerId, ...subject }) => {
      await queries
        .update(accounts)
        .set({ trialMessages: sql`${accounts.trialMessages} + 1` })
        .where(eq(accounts.ownerId, ownerId))
      await queries
        .insert(ledgerEntries)
        .values({
          ...subject,
          id: newId('ledgerEntry'),
          ownerId,
          kind: 'trial_usage',
          micros: 0n,
          balanceAfterMicros: 0n,
          at: new Date(),
        })
        .onConflictDoNothing()
      return { units: 1, amountMinor: 0, currency, reason: 'trial' }
    },
    refundMessage: async () => {},
    readBalance: async () => ({ amountMinor: 0, currency, messagesLeft: 0 }),
  }
}
