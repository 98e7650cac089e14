import { createHmac, randomUUID } from 'node:crypto'

import { isConnectionError } from '@errand/database'
import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm'

import { fetchLimited } from '../../platform/fetch-limited.ts'
import type { NoticeSettings, RegistryContext } from '../context.ts'
import { repeat } from '../repeat.ts'
import type { Database, Queries } from '../tables/definition.ts'
import { addAudit } from '../tables/queries.ts'
import { notices } from '../tables/schema.ts'
import { noticeOf, type MadeChange } from './notice.ts'

type NoticeRow = typeof notices.$inferSelect

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** After the first attempts; later ones are an hour apart. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs]
/** How long attempts go on. */
const attemptsMs = dayMs
/** How long a notice is kept once it was delivered or given up. */
const keptMs = 7 * dayMs
const answerMs = 10_000
const pollMs = 10_000

/** Queues the notice of a change, in the transaction that makes it. */
export async function addNotice(
  queries: Queries,
  settings: NoticeSettings | undefined,
  made: MadeChange,
): Promise<void> {
  const notice = settings && noticeOf(made)
  if (notice === undefined) return
  const at = new Date(notice.at)
  await queries.insert(notices).values({ id: randomUUID(), notice, at, nextAttemptAt: at })
}

/** Sends what is due, every ten seconds until it is stopped. */
export function startSendingNotices({
  database,
  notices: settings,
  logError,
}: Pick<RegistryContext, 'database' | 'notices' | 'logError'>): { stop: () => Promise<void> } {
  if (settings === undefined) return { stop: () => Promise.resolve() }
  return repeat(
    async (signal) => {
      while (await sendNextNotice(database, settings, { signal }));
      await forgetNotices(database)
    },
    {
      pauseMs: pollMs,
      firstPauseMs: 0,
      onError: (error) => {
        // That the database is away is logged already.
        if (!isConnectionError(error)) logError('notices could not be sent', error)
      },
    },
  )
}

/**
 * Sends a notice that is due; returns whether there was one. Its row is locked meanwhile, so that
 * of several registries one sends it. When the registry is killed the notice stays due, and its
 * receiver may have it twice, with the same id.
 */
export function sendNextNotice(
  database: Database,
  settings: NoticeSettings,
  { signal, now = Date.now() }: { signal?: AbortSignal; now?: number } = {},
): Promise<boolean> {
  return database.transaction(async (queries) => {
    const [row] = await queries
      .select()
      .from(notices)
      .where(lte(notices.nextAttemptAt, new Date(now)))
      // New ones first: each that failed before may take its ten seconds again.
      .orderBy(asc(notices.attempts), asc(notices.at))
      .limit(1)
      .for('update', { skipLocked: true })
    if (row === undefined) return false
    const answer = await post(settings, row, signal)
    await settle(queries, { ...row, attempts: row.attempts + 1 }, { answer, now })
    return true
  })
}

/** The HTTP status, or why there was none. */
type Answer = number | string

async function post(
  { url, secret }: NoticeSettings,
  { id, notice }: NoticeRow,
  signal = new AbortController().signal,
): Promise<Answer> {
  const body = JSON.stringify(notice)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`,
  }
  try {
    const response = await fetchLimited(url, {
      method: 'POST',
      headers,
      body,
      // What is signed for one address is for no other.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    })
    // The status says it all; whatever else the receiver writes is not read.
    await response.body?.cancel().catch(() => {})
    return response.status
  } catch (error) {
    // The registry is being closed: this was no attempt.
    signal.throwIfAborted()
    return reasonOf(error)
  }
}

const sign = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
    .update(content)
    .digest('base64')

/** Without the error's message: it may have the address, which is a secret of some receivers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError') return `no answer in ${answerMs / 1000} s`
  return String(Object(error.cause).code ?? error.name)
}

/** Notes what became of an attempt, and when there is another one. */
async function settle(
  queries: Queries,
  { id, notice, at, attempts }: NoticeRow,
  { answer, now }: { answer: Answer; now: number },
): Promise<void> {
  const isDelivered = typeof answer === 'number' && answer >= 200 && answer < 300
  const next = new Date(now + (pausesMs[attempts - 1] ?? hourMs))
  // 410: the receiver wants no more of it.
  const isGivenUp = answer === 410 || next.getTime() > at.getTime() + attemptsMs
  const nextAttemptAt = isDelivered || isGivenUp ? null : next
  await queries.update(notices).set({ attempts, nextAttemptAt }).where(eq(notices.id, id))
  if (nextAttemptAt !== null) return
  const said = typeof answer === 'number' ? `HTTP ${answer}` : answer
  const outcome = isDelivered ? 'was delivered' : `was given up: ${said}`
  const { app, version, type } = notice
  const times = attempts === 1 ? '1 attempt' : `${attempts} attempts`
  const reason = `${type} ${outcome} (${times})`
  await addAudit(queries, {
    actor: 'registry',
    app,
    action: 'notice',
    reason,
    after: { version, id },
  })
}

/** Deletes what was delivered or given up; the history keeps a line of it. */
export async function forgetNotices({ queries }: Database, now = Date.now()): Promise<void> {
  const isOld = lt(notices.at, new Date(now - keptMs))
  await queries.delete(notices).where(and(isNull(notices.nextAttemptAt), isOld))
}
