import { and, asc, eq, lte, sql, type SQL } from 'drizzle-orm'

import type { Database, Queries } from '../../platform/database/database.ts'
import { chatSessions, jobVersions } from '../../platform/database/schema.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { queueAlert, windowClosingDetail } from '../account/alerts/queue-alert.ts'
import { resumeChat } from '../assistant/schedule-run.ts'
import { commitMutation } from '../chats/chat-mutation.ts'
import { cancelPendingReplies, type ChatUpdate } from '../chats/messages/outbound.ts'
import type { SessionRow } from '../chats/rows.ts'
import { isWindowClosing } from '../chats/sessions/needs.ts'
import type { SessionChanges } from '../chats/sessions/sessions.repo.ts'
import { stateColumns, nextState } from '../chats/state/session-state.ts'

/** After how many minutes of silence a chat is closed if its job sets no time. */
const defaultIdleMinutes = 1440

/** Something that happens in a chat at a certain time. */
interface ChatTimer {
  /** The column that says when it is due, by which due chats are ordered. */
  since:
    | typeof chatSessions.returnAt
    | typeof chatSessions.windowExpiresAt
    | typeof chatSessions.lastActivityAt
  /** The condition for due chats, written so that an index can be used. */
  isDue: (now: Date) => SQL | undefined
  change: (queries: Queries, session: SessionRow, now: Date) => Promise<ChatUpdate>
  /** What the owner is alerted to, by the detail of the alert; without it nothing. */
  alert?: string
}

const idleCloseMinutes = sql`coalesce((select (${jobVersions.snapshot} -> 'behaviour' ->> 'idleCloseMinutes')::int
  from ${jobVersions} where ${jobVersions.jobId} = ${chatSessions.jobId}
  and ${jobVersions.number} = ${chatSessions.jobVersion}), ${defaultIdleMinutes})`

/** The timers of all chats. */
const chatTimers = {
  /** The owner has been silent long enough: the assistant takes the chat back. */
  returned: {
    since: chatSessions.returnAt,
    isDue: (now) => and(lte(chatSessions.returnAt, now), eq(chatSessions.handler, 'owner')),
    change: (queries, session, now) => {
      const changes = applyAction(session, {
        type: 'return_due',
        at: now,
        hasJob: session.jobId !== null,
      })
      return resumeChat(queries, { session, changes, events: [] })
    },
  },
  /** The owner wanted to be reminded. */
  reminded: {
    since: chatSessions.remindAt,
    isDue: (now) => lte(chatSessions.remindAt, now),
    alert: '',
    change: async (_queries, { attention, attentionAbout }, now) => ({
      changes: {
        remindAt: null,
        attention: [...new Set([...attention, 'reminder' as const])],
        attentionAbout: { ...attentionAbout, reminder: { since: now.toISOString() } },
        attentionDoneAt: null,
      },
      events: [],
    }),
  },
  /** The 24-hour window closes soon, and the contact waits for an answer. */
  closing: {
    since: chatSessions.windowExpiresAt,
    isDue: (now) =>
      and(
        isWindowClosing(now),
        sql`${chatSessions.windowToldFor} is distinct from ${chatSessions.windowExpiresAt}`,
      ),
    alert: windowClosingDetail,
    // The reason for attention is computed when the chat is read; this only publishes it in time.
    change: async (_queries, { windowExpiresAt }) => ({
      changes: { windowToldFor: windowExpiresAt },
      events: [],
    }),
  },
  /** Nobody has written for as long as the job allows. */
  idle: {
    since: chatSessions.lastActivityAt,
    isDue: (now) =>
      and(
        eq(chatSessions.status, 'active'),
        // The shortest time that a job can set, so that the index is used.
        lte(chatSessions.lastActivityAt, new Date(now.getTime() - 5 * 60_000)),
        sql`${chatSessions.lastActivityAt} <= ${now.toISOString()}::timestamptz - ${idleCloseMinutes} * interval '1 minute'`,
      ),
    change: async (queries, session, now) => {
      const { changes, events } = await cancelPendingReplies(queries, session, 'closed')
      const closed = applyAction(session, { type: 'close', at: now, reason: 'idle' })
      return { changes: { ...closed, ...changes }, events }
    },
  },
} as const satisfies Record<string, ChatTimer>

function applyAction(session: SessionRow, action: Parameters<typeof nextState>[1]): SessionChanges {
  const state = nextState(session, action)
  return stateColumns(typeof state === 'string' ? session : state)
}

interface TimerDeps {
  database: Database
  queue: Queue
}

/**
 * Runs the due timers of all chats; several processes may do so at once. A failure in one chat is thrown
 * only after the others are done.
 */
export async function runChatTimers(
  { database, queue }: TimerDeps,
  now: Date = new Date(),
): Promise<Record<keyof typeof chatTimers, number>> {
  const errors: unknown[] = []
  const done = { returned: 0, reminded: 0, closing: 0, idle: 0 }
  for (const kind of ['returned', 'reminded', 'closing', 'idle'] as const) {
    const due: ChatTimer = chatTimers[kind]
    const rows = await database.queries
      .select({ id: chatSessions.id })
      .from(chatSessions)
      .where(due.isDue(now))
      .orderBy(asc(due.since))
    for (const { id } of rows) {
      try {
        if (await runTimer({ database, queue }, due, { id, now })) done[kind] += 1
      } catch (cause) {
        errors.push(new Error(`The chat ${id} could not be moved on`, { cause }))
      }
    }
  }
  const [cause] = errors
  if (cause === undefined) return done
  throw new Error(`${errors.length} chats could not be moved on`, { cause })
}

/** Each chat has its own transaction, because publishing locks its owner. */
function runTimer(
  { database, queue }: TimerDeps,
  { isDue, change, alert: detail }: ChatTimer,
  { id, now }: { id: string; now: Date },
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const [session] = await queries
      .select()
      .from(chatSessions)
      // Another process may have been faster.
      .where(and(eq(chatSessions.id, id), isDue(now)))
      .for('no key update', { skipLocked: true })
    if (session === undefined) return false
    await commitMutation(queries, { session, ...(await change(queries, session, now)) })
    const { ownerId } = session
    if (detail !== undefined)
      await queueAlert(queries, queue, { ownerId, kind: 'reminder', sessionId: id, detail })
    return true
  })
}
