import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Logger } from 'pino'

import type { Database } from '../../platform/database/database.ts'
import { chatSessions, messages } from '../../platform/database/schema.ts'
import { withoutPersonalData } from '../../platform/log/create-log.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import {
  AiInvalidOutput,
  AiRefused,
  AiTimedOut,
  AiUnavailable,
  maxTries,
  noUsage,
  toStorable,
  tryTimeoutMs,
  type AiProvider,
  type Usage,
} from '../ai/ai-provider.ts'
import { asksForPerson, type Turn, type TurnRequest } from '../ai/turn.ts'
import type { Meter } from '../billing/meter.ts'
import type { Channels } from '../chats/channel.ts'
import { commitMutation } from '../chats/chat-mutation.ts'
import {
  lockChatAndRun,
  postponeRun,
  recordUsage,
  updateCurrentAttempt,
  type RunRow,
  type ModelUsage,
} from '../chats/runs.ts'
import { applyTurn } from './apply-turn.ts'
import { claimRun, deferUntilInboundProcessed } from './claim-run.ts'
import { failRun, type FailureKind } from './no-answer.ts'
import { summariseOlder } from './summarise-older.ts'
import { readTurnRequest } from './turn-request.ts'

/** The time limits of a run. */
export interface Timings {
  /** The length of a worker's lease on a run. */
  leaseMs: number
  /** How long the model has for an answer, over all tries. */
  answerMs: number
  /** After which time the typing indicator is shown again. */
  typingMs: number
}

export const defaultTimings: Timings = { leaseMs: 60_000, answerMs: 40_000, typingMs: 20_000 }

/** What answering a run needs. */
export interface TurnDeps {
  database: Database
  queue: Queue
  meter: Meter
  channels: Channels
  ai: AiProvider
  timings: Timings
  log: Logger
}

type DueRun = Pick<RunRow, 'id' | 'ownerId' | 'sessionId'>

/**
 * Answers a contact in three steps, because no transaction may wait for the model: the run is claimed,
 * the model is asked, and its turn is applied. If the worker ends in between, another one claims the run
 * after the lease and asks the model again.
 */
export async function runTurn(deps: TurnDeps, due: DueRun): Promise<void> {
  const { database, queue, meter, ai, timings } = deps
  const { leaseMs } = timings
  const deferUntil = await deferUntilInboundProcessed(database.queries, due.id, new Date())
  if (deferUntil !== undefined) return postponeRun(database.queries, due.id, deferUntil)
  const claimed = await database.transaction((queries) =>
    claimRun(queries, { queue, meter, ai, leaseMs }, due),
  )
  if (claimed === undefined) return
  const { run } = claimed
  const request = await readTurnRequest(database.queries, claimed)
  if (request === undefined || request.inbound.length === 0) {
    const error = 'There is nothing left to answer.'
    await failClaimedRun(deps, run, {
      kind: 'unavailable',
      error,
      usage: noUsage,
      latencyMs: 0,
    })
    return
  }
  const answer = await askWithRetries(deps, run, request)
  if (answer === undefined) return
  try {
    await database.transaction((queries) => applyTurn(queries, queue, { ...answer, request }))
  } catch (error) {
    // This may fail too, if the database is unavailable.
    await recordFailure(deps, answer, error).catch(() => {})
    throw error
  }
}

/** Records the model's usage, and the error, which the owner sees if all attempts fail. */
async function recordFailure(
  { database: { queries } }: TurnDeps,
  { run, ...spent }: { run: RunRow } & ModelUsage,
  error: unknown,
): Promise<void> {
  await recordUsage(queries, run.id, spent)
  const { message } = withoutPersonalData(error)
  await updateCurrentAttempt(queries, run, { error: message.slice(0, 500) })
}

/** Asks the model, several times if it is unavailable; undefined if there is no answer and the run has failed. */
async function askWithRetries(
  deps: TurnDeps,
  claimed: RunRow,
  request: TurnRequest,
): Promise<({ run: RunRow } & Answer) | undefined> {
  const { ai, timings } = deps
  const typing = showTyping(deps, claimed, request)
  try {
    const whole = await summariseOlder(deps, claimed, request)
    let run = claimed
    for (let tries = 1; ; tries += 1) {
      const asked = await askModel(ai, whole, tryTimeoutMs(tries, timings.answerMs))
      if ('turn' in asked) return { run, ...asked }
      if (asked.kind !== 'unavailable' || tries === maxTries) {
        await failClaimedRun(deps, run, asked)
        return undefined
      }
      const again = await startNextAttempt(deps, run, asked)
      if (again === undefined) return undefined
      run = again
    }
  } finally {
    typing.stop()
  }
}

/** Starts the next attempt with a new lease; undefined if another worker has claimed the run. */
async function startNextAttempt(
  { database: { queries }, timings }: TurnDeps,
  run: RunRow,
  spent: ModelUsage,
): Promise<RunRow | undefined> {
  await recordUsage(queries, run.id, spent)
  const wakeAt = new Date(Date.now() + timings.leaseMs)
  return updateCurrentAttempt(queries, run, { attempt: run.attempt + 1, wakeAt })
}

function failClaimedRun(
  { database, queue }: TurnDeps,
  run: RunRow,
  { kind, error, ...spent }: Failure,
): Promise<void> {
  return database.transaction(async (queries) => {
    const locked = await lockChatAndRun(queries, run)
    if (locked === undefined) return
    const { session, run: current } = locked
    await recordUsage(queries, run.id, spent)
    if (current.state !== 'thinking' || current.attempt !== run.attempt) return
    const chat = { session, changes: {}, events: [] }
    await commitMutation(
      queries,
      await failRun(queries, queue, { chat, run: current, kind, error }),
    )
  })
}

/** The model's turn, and its usage. */
interface Answer extends ModelUsage {
  turn: Turn
}

/** Why the model gave no turn, and its usage. */
interface Failure extends ModelUsage {
  kind: FailureKind
  error: string
}

/** Asks the model once, within a time limit. */
async function askModel(
  ai: AiProvider,
  request: TurnRequest,
  withinMs: number,
): Promise<Answer | Failure> {
  const startedAt = performance.now()
  const latency = () => Math.round(performance.now() - startedAt)
  // A request for a person is handed over without asking the model.
  if (asksForPerson(request)) return { turn: toHandoffTurn(request), usage: noUsage, latencyMs: 0 }
  const timeout = AbortSignal.timeout(withinMs)
  const late = Promise.withResolvers<never>()
  const giveUp = () => late.reject(new AiTimedOut('The provider did not answer in time.', {}))
  timeout.addEventListener('abort', giveUp, { once: true })
  try {
    const { turn, usage } = await Promise.race([
      ai.answer(request, { signal: timeout }),
      late.promise,
    ])
    return { turn: toStorable(turn), usage, latencyMs: latency() }
  } catch (error) {
    return { ...failureOf(error), latencyMs: latency() }
  } finally {
    timeout.removeEventListener('abort', giveUp)
  }
}

function failureOf(error: unknown): { kind: FailureKind; error: string; usage: Usage } {
  if (!(error instanceof AiRefused || error instanceof AiUnavailable)) throw error
  const { message, usage } = error
  if (error instanceof AiRefused) return { kind: 'refused', error: message, usage }
  const kind = error instanceof AiInvalidOutput ? 'misshapen' : 'unavailable'
  return { kind, error: message, usage }
}

function toHandoffTurn({ job, business }: TurnRequest): Turn {
  return {
    intent: 'person',
    reply: '',
    asks: [],
    sources: [],
    unanswered: null,
    action: 'handoff',
    handoffReason: 'customer_request',
    language: job.language === 'auto' ? business.locale : job.language,
    fields: {},
    evidence: {},
    confidence: 1,
  }
}

/** How often the typing indicator is shown; after that the answer is not near. */
const maxTypingTimes = 3

/** Shows the typing indicator until it is stopped; nothing waits for it. */
function showTyping(
  { database, channels, timings, log }: TurnDeps,
  run: RunRow,
  request: TurnRequest,
): { stop: () => void } {
  let times = 0
  let timer: NodeJS.Timeout | undefined
  const show = async () => {
    times += 1
    if (times < maxTypingTimes) timer = setTimeout(again, timings.typingMs)
    const [last] = await database.queries
      .select({ providerId: messages.providerId, channel: chatSessions.channel })
      .from(messages)
      .innerJoin(chatSessions, eq(chatSessions.id, messages.sessionId))
      .where(
        and(
          eq(messages.sessionId, run.sessionId),
          eq(messages.direction, 'in'),
          isNotNull(messages.providerId),
        ),
      )
      .orderBy(desc(messages.seq))
      .limit(1)
    if (last === undefined || last.providerId === null) return
    const { ownerId } = run
    await channels[last.channel]?.showTyping?.({ ownerId, providerId: last.providerId })
  }
  const again = () => {
    show().catch((err: unknown) => log.debug({ err }, 'typing was not shown'))
  }
  // After a new message it is shown already, since the run was started.
  const shownMs = run.begunBy === 'contact' ? run.createdAt.getTime() + timings.typingMs : 0
  if (request.inbound.length > 0) timer = setTimeout(again, Math.max(0, shownMs - Date.now()))
  return { stop: () => clearTimeout(timer) }
}
