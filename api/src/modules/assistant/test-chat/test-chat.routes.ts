import { isBuiltIn } from '@errand/contract/chats/run'
import { maxOpenQuestions } from '@errand/contract/job-answers'
import {
  testedJobSchema,
  testJobSchema,
  testSavedJobSchema,
  type TestedJob,
} from '@errand/contract/job-test'
import type { Preferences } from '@errand/contract/settings'
import { Hono } from 'hono'
import type * as z from 'zod/mini'

import type { Queries, Database } from '../../../platform/database/database.ts'
import { describeOperation } from '../../../platform/docs/describe.ts'
import type { CallSlots } from '../../../platform/http/call-slots.ts'
import type { OwnerEnv, VerifyToken } from '../../../platform/http/context.ts'
import { readId } from '../../../platform/http/read-id.ts'
import { jsonBody } from '../../../platform/http/request-input.ts'
import { consumeRateLimit } from '../../../platform/http/request-limits.ts'
import { noteFirstTest } from '../../account/account.repo.ts'
import { requireOwner, requireSignIn } from '../../account/require-owner.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { answerWithRetry, toAiProblem, type AiProvider } from '../../ai/ai-provider.ts'
import type { TaughtAnswer, Translations, TurnMessage, TurnRequest } from '../../ai/turn.ts'
import {
  type CollectedAnswers,
  confirmAnswers,
  missingKeys,
  progressOf,
} from '../../answers/collected.ts'
import { listAnswers, taughtAnswersOf } from '../../jobs/answers/answers.repo.ts'
import { draftOf, requireJob } from '../../jobs/job-row.ts'
import { findJob } from '../../jobs/jobs.repo.ts'
import { readTranslations } from '../../jobs/translations/translations.repo.ts'
import { checkTurn, type CheckedTurn } from '../check-turn.ts'
import { fieldStatesOf, phaseOf } from '../collected.ts'
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

const answers = { 200: testedJobSchema }
const refusals = [400, 403, 413, 415, 422, 429, 503]

/** /api/jobs/…/test: a chat with the assistant that no contact sees; it costs nothing. */
export function testChatRoutes(services: Dependencies) {
  const { ai, callSlots, database, verifyToken, closing } = services
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
  return new Hono<OwnerEnv>()
    .post(
      '/test',
      requireSignIn(verifyToken),
      requireOwner,
      describeOperation({
        tag: 'Jobs',
        answers,
        summary: 'Try a job that is not saved',
        description: `One turn of a chat: the contact's last messages are answered together. What the answer says was \`collected\` is sent back with the next turn. Nothing is kept, sent or billed. ${maxPerHour} an hour.`,
        problems: refusals,
      }),
      jsonBody(testJobSchema),
      callSlots.limit('drafts'),
      async (c) => {
        const context = await readTestContext(c.var.ownerId, c.req.raw.signal)
        const unknown = { taught: [], translations: new Map() }
        return c.json(
          await answerTest(c.var.ownerId, c.req.valid('json'), { ...context, ...unknown }),
        )
      },
    )
    .post(
      '/:id/test',
      requireSignIn(verifyToken),
      requireOwner,
      describeOperation({
        tag: 'Jobs',
        answers,
        summary: 'Try a job',
        description:
          'As `POST /jobs/test`, with the job as it is saved, published or not, or with the `job` of the body in its place.',
        problems: [...refusals, 404],
      }),
      jsonBody(testSavedJobSchema),
      callSlots.limit('drafts'),
      async (c) => {
        const { ownerId } = c.var
        const { job, ...chat } = c.req.valid('json')
        const id = readId('job', c.req.param('id'))
        const saved = await savedJob(database.queries, ownerId, id)
        const taught = taughtAnswersOf(await listAnswers(database.queries, id))
        const tested = { ...chat, job: job ?? saved }
        const translations = await readTranslations(database.queries, id, tested.job.fields)
        const context = await readTestContext(ownerId, c.req.raw.signal)
        return c.json(await answerTest(ownerId, tested, { ...context, taught, translations }))
      },
    )
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
  const collected = collectedOf(tested)
  const isShown = tested.collected?.isShown ?? false
  const openQuestions = tested.collected?.openQuestions ?? []
  const request = toRequest(tested, {
    collected,
    isShown,
    openQuestions,
    business,
    taught,
    translations,
  })
  const { turn, usage } = await answerWithRetry(ai, request, patience).catch((error: unknown) => {
    throw toAiProblem(error)
  })
  const checked = checkTurn({
    turn,
    request,
    collected,
    isShown,
    isBuiltIn: isBuiltIn(ai.name),
  })
  const { replies, unanswered } = checked
  const { intent, action, handoffReason, language, confidence, problems, removed, sources } =
    checked
  const { fields, asked, ...after } = collectedAfter(checked)
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
      ...after,
      asked: [...asked],
      isShown: checked.isShown,
      openQuestions: [...openQuestions, ...(unanswered === null ? [] : [unanswered])].slice(
        -maxOpenQuestions,
      ),
    },
    missing: missingKeys(fields, after.values),
    progress: progressOf(fields, after.values),
    problems,
    removed,
    provider: ai.name,
    model: ai.model,
    usage,
  }
}

/** The answers that the page sent, limited to fields that the job still has. */
function collectedOf({ job, collected }: Tested): CollectedAnswers {
  const { fields } = job
  const nothing = { status: 'empty' as const, values: {}, meta: {}, suggestions: [], asked: [] }
  const { status, values, meta, suggestions, asked } = collected ?? nothing
  const keys = new Set(fields.map(({ key }) => key))
  const known = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)))
  return {
    fields,
    status,
    values: known(values),
    meta: known(meta),
    suggestions: suggestions.filter(({ key }) => keys.has(key)),
    asked: asked.filter((key) => keys.has(key)),
  }
}

function toRequest(
  { job, messages }: Tested,
  {
    collected,
    isShown,
    openQuestions,
    business,
    taught,
    translations,
  }: Pick<TestContext, 'business' | 'taught' | 'translations'> & {
    collected: CollectedAnswers
    isShown: boolean
    openQuestions: string[]
  },
): TurnRequest {
  const now = new Date()
  const chat = messages.map(({ author, text }, index): TurnMessage => {
    return { id: String(index), author, text, at: now }
  })
  const answered = messages.findLastIndex(({ author }) => author === 'assistant') + 1
  return {
    job: { ...job, answers: taught, translations },
    fields: fieldStatesOf(collected),
    history: chat.slice(0, answered).slice(-maxShown),
    inbound: chat.slice(answered).slice(-maxUnanswered),
    phase: phaseOf(collected, job.behaviour, { isShown }),
    openQuestions,
    facts: [],
    business,
    now,
  }
}

const collectedAfter = ({ action, after }: CheckedTurn): CollectedAnswers => {
  const { fields, status, values, meta, suggestions, asked } =
    action === 'complete' ? confirmAnswers(after) : after
  return { fields, status, values, meta, suggestions, asked }
}
