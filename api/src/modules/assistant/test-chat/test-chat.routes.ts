import { isBuiltIn } from '@errand/contract/chats/run'
import { maxOpenQuestions } from '@errand/contract/job-answers'
import {
  testJobCall,
  testSavedJobCall,
  type testJobSchema,
  type TestedJob,
} from '@errand/contract/job-test'
import type { Preferences } from '@errand/contract/settings'
import { Hono } from 'hono'
import type * as z from 'zod/mini'

import { answerCalls } from '../../../platform/calls/answer-calls.ts'
import type { Queries, Database } from '../../../platform/database/database.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { noteFirstTest } from '../../account/account.repo.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { answerWithRetry, toAiProblem, type AiProvider } from '../../ai/ai-provider.ts'
import type { TaughtAnswer, Translations, TurnMessage, TurnRequest } from '../../ai/turn.ts'
import { bookingTimeOf } from '../../answers/booking-time.ts'
import { missingKeys, progressOf } from '../../answers/collected.ts'
import {
  type AnswerSet,
  endTurn,
  isAgreed,
  startTurn,
  withProposal,
} from '../../answers/proposals.ts'
import { listAnswers, taughtAnswersOf } from '../../jobs/answers/answers.repo.ts'
import { draftOf, requireJob } from '../../jobs/job-row.ts'
import { findJob } from '../../jobs/jobs.repo.ts'
import { readTranslations } from '../../jobs/translations/translations.repo.ts'
import { agreedOf, withConfirmation } from '../agreed.ts'
import { checkTurn } from '../check-turn.ts'
import { emptyCollected, fieldStatesOf, phaseOf } from '../collected.ts'
import { wishOf } from '../turn-answers.ts'
import { maxShown } from '../turn-request.ts'
import { maxUnanswered } from '../unanswered.ts'

interface Dependencies {
  ai: AiProvider
  callSlots: CallSlots
  closing: AbortSignal
  database: Database
  verifyToken: VerifyToken
}

const hourMs = 60 * 60 * 1000
const maxPerHour = 240
/** Clients wait for 30 seconds. */
const maxAnswerMs = 28_000

/** /api/jobs/…/test: a chat with the assistant that no contact sees; it costs nothing. */
export function testChatRoutes(services: Dependencies) {
  const { ai, callSlots, database, verifyToken, closing } = services
  const routes = new Hono<OwnerEnv>()
    .use('/test', requireSignIn(verifyToken), requireOwner)
    .use('/:id/test', requireSignIn(verifyToken), requireOwner)
  const readTestContext = async (ownerId: string, gone: AbortSignal) => {
    const limit = { key: `test ${ownerId}`, limit: maxPerHour, windowMs: hourMs }
    await consumeRateLimit(database.queries, limit)
    const { business } = await readPreferences(database.queries, ownerId)
    const signal = AbortSignal.any([gone, closing])
    return { business, signal, withinMs: maxAnswerMs }
  }
  const answerTest = async (ownerId: string, tested: Tested, context: TestContext) => {
    const answer = await testJob(ai, tested, context)
    await noteFirstTest(database.queries, ownerId)
    return answer
  }
  const on = answerCalls(routes, '/jobs', 'Jobs')
  on(testJobCall, {
    summary: 'Try a job that is not saved',
    leaves: 'nothing',
    description: `One turn of a chat: the contact's last messages are answered together. What the answer says was \`collected\` is sent back with the next turn. Nothing is kept, sent or billed. ${maxPerHour} an hour.`,
    before: callSlots.limit('drafts'),
  }).answer(async ({ c, ownerId, body }) => {
    const context = await readTestContext(ownerId, c.req.raw.signal)
    return answerTest(ownerId, body, { ...context, taught: [], translations: new Map() })
  })
  on(testSavedJobCall, {
    summary: 'Try a job',
    leaves: 'nothing',
    description:
      'As `POST /jobs/test`, with the job as it is saved, published or not, or with the `job` of the body in its place.',
    before: callSlots.limit('drafts'),
  }).answer(async ({ c, ownerId, id, body: { job, ...chat } }) => {
    const saved = await savedJob(database.queries, ownerId, id)
    const taught = taughtAnswersOf(await listAnswers(database.queries, id))
    const tested = { ...chat, job: job ?? saved }
    const translations = await readTranslations(database.queries, id, tested.job)
    const context = await readTestContext(ownerId, c.req.raw.signal)
    return answerTest(ownerId, tested, { ...context, taught, translations })
  })
  return routes
}

async function savedJob(queries: Queries, ownerId: string, id: string) {
  const row = requireJob(await findJob(queries, ownerId, id))
  // A test does not depend on whether the job is published.
  return { ...draftOf(row), status: 'draft' as const }
}

type Tested = z.output<typeof testJobSchema>

interface TestContext {
  business: Preferences['business']
  /** The owner's answers to questions that the saved job could not answer. */
  taught: TaughtAnswer[]
  /** The translations of the saved job. */
  translations: Translations
  signal: AbortSignal
  withinMs: number
}

/** Answers a test chat as the assistant would; nothing is stored. */
async function testJob(
  ai: AiProvider,
  tested: Tested,
  { business, taught, translations, ...patience }: TestContext,
): Promise<TestedJob> {
  const set = setOf(tested.job, tested.collected)
  const earlier = tested.collected?.earlier ?? []
  const isShown = tested.collected?.isShown ?? false
  const openQuestions = tested.collected?.openQuestions ?? []
  const request = toRequest(tested, {
    sets: [...earlier.map((one) => agreedSetOf(tested.job, one)), set],
    isShown,
    openQuestions,
    business,
    taught,
    translations,
  })
  const { turn, usage } = await answerWithRetry(ai, request, patience).catch((error: unknown) => {
    throw toAiProblem(error)
  })
  // Who wants no further one after all has the one before again.
  const last = turn.change === 'keep' && !isAgreed(set) ? earlier.at(-1) : undefined
  const begun = last === undefined ? set : agreedSetOf(tested.job, last)
  const start = startTurn(begun, wishOf(turn))
  const checked = checkTurn({
    ...start,
    turn,
    request,
    isShown: isShown && !start.isAnother,
    isBuiltIn: isBuiltIn(ai.name),
  })
  const { replies, unanswered } = checked
  const { intent, action, handoffReason, language, confidence, problems, removed, sources } =
    checked
  const { fields, status, values, meta, suggestions, asked, ...agreement } = endTurn(begun, start, {
    ...checked,
    at: request.now,
  })
  return {
    success: true,
    reply: replies.join('\n\n'),
    intent,
    action,
    handoffReason,
    language,
    confidence,
    sources,
    ...(unanswered !== null && { unanswered }),
    collected: {
      status,
      values,
      meta,
      suggestions,
      asked: [...asked],
      isAgreed: agreement.agreedAt !== null,
      proposed: agreement.proposed && toAnswers(agreement.proposed),
      earlier: [
        ...(last === undefined ? earlier : earlier.slice(0, -1)),
        ...(start.isAnother ? [toAnswers(begun)] : []),
      ],
      isShown: checked.isShown,
      openQuestions: [...openQuestions, ...(unanswered === null ? [] : [unanswered])].slice(
        -maxOpenQuestions,
      ),
    },
    missing: missingKeys(fields, values),
    progress: progressOf(fields, values),
    problems,
    removed,
    provider: ai.name,
    model: ai.model,
    usage,
  }
}

type Collected = NonNullable<Tested['collected']>
type Answers = Collected['earlier'][number]

/** What the page keeps of a set of answers: when it is for follows from the values. */
const toAnswers = ({ status, values, meta }: Answers): Answers => ({ status, values, meta })

/** What was agreed before the present answers. */
const agreedSetOf = (job: Tested['job'], agreed: Answers): AnswerSet =>
  setOf(job, {
    ...agreed,
    suggestions: [],
    asked: [],
    isAgreed: true,
    proposed: null,
    earlier: [],
    isShown: true,
    openQuestions: [],
  })

/** The answers that the page sent, limited to fields that the job still has. */
function setOf({ fields }: Tested['job'], collected: Collected | undefined): AnswerSet {
  if (collected === undefined) return { ...emptyCollected, fields }
  const keys = new Set(fields.map(({ key }) => key))
  const known = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)))
  const { suggestions, asked, proposed } = collected
  const knownIn = ({ status, values, meta }: Answers) => {
    const kept = known(values)
    return { status, values: kept, meta: known(meta), ...bookingTimeOf(fields, kept) }
  }
  return {
    ...knownIn(collected),
    fields,
    suggestions: suggestions.filter(({ key }) => keys.has(key)),
    asked: asked.filter((key) => keys.has(key)),
    agreedAt: collected.isAgreed ? new Date() : null,
    decision: null,
    proposed: proposed === null ? null : knownIn(proposed),
  }
}

function toRequest(
  { job, messages }: Tested,
  {
    sets,
    isShown,
    openQuestions,
    business,
    taught,
    translations,
  }: Pick<TestContext, 'business' | 'taught' | 'translations'> & {
    sets: AnswerSet[]
    isShown: boolean
    openQuestions: string[]
  },
): TurnRequest {
  const now = new Date()
  const chat = messages.map(({ author, text }, index): TurnMessage => {
    return { id: String(index), author, text, at: now }
  })
  const asked = { ...job, answers: taught, translations }
  const set = sets.at(-1) ?? emptyCollected
  const wanted = sets.some(isAgreed) ? withConfirmation(asked) : asked
  const answered = messages.findLastIndex(({ author }) => author === 'assistant') + 1
  return {
    job: wanted,
    fields: fieldStatesOf(withProposal(set), isAgreed(set)),
    history: chat.slice(0, answered).slice(-maxShown),
    inbound: chat.slice(answered).slice(-maxUnanswered),
    phase: phaseOf(set, wanted.behaviour, isShown),
    agreed: agreedOf(sets),
    isChange: set.proposed !== null,
    openQuestions,
    facts: [],
    business,
    now,
  }
}
