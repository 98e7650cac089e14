import { asc, eq } from 'drizzle-orm'

import type { Database } from '../src/database/database.ts'
import {
  assistantRuns,
  chatSessions,
  contacts,
  ledgerEntries,
  messages,
  users,
} from '../src/database/schema.ts'

/** Everything that matters of an owner's account, without ids and moments. */
export async function readAccountState({ queries }: Database, uid: string) {
  const [owner] = await queries.select().from(users).where(eq(users.uid, uid))
  const ownerId = owner?.id ?? ''
  const chats = await queries
    .select({ session: chatSessions, name: contacts.name })
    .from(chatSessions)
    .innerJoin(contacts, eq(contacts.id, chatSessions.contactId))
    .where(eq(chatSessions.ownerId, ownerId))
    .orderBy(asc(contacts.name))
  const lines = await queries
    .select()
    .from(messages)
    .where(eq(messages.ownerId, ownerId))
    .orderBy(asc(messages.seq))
  const runs = await queries.select().from(assistantRuns).where(eq(assistantRuns.ownerId, ownerId))
  const ledger = await queries
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.ownerId, ownerId))
  return {
    chats: chats.map(({ session, name }) => ({
      name,
      run: session.run,
      ...pick(session, [
        'status',
        'handler',
        'run',
        'unreadCount',
        'messageCount',
        'billedMessages',
      ]),
      said: lines
        .filter(({ sessionId }) => sessionId === session.id)
        // Whether it has arrived is known only to the worker that was killed then.
        .map(({ author, text, status, attempts }) => ({
          author,
          text,
          attempts,
          status: status === 'sent' ? 'delivered' : status,
        })),
      runs: runs
        .filter(({ sessionId }) => sessionId === session.id)
        .map((run) => pick(run, ['state', 'stopReason', 'seqFrom', 'seqTo'])),
    })),
    ledger: ledger.map(({ kind }) => kind).toSorted(),
  }
}

const pick = <T extends object, K extends keyof T>(from: T, keys: K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))
