import type { TestedJob, testJobSchema } from '@errand/contract/job-test'
import type { Preferences } from '@errand/contract/settings'
import type * as z from 'zod/mini'

import { toAiProblem } from '../../ai/ai-problem.ts'
import type { AiProvider } from '../../ai/ai-provider.ts'
import { answerInTries } from '../../ai/answer-in-tries.ts'
import type { TurnMessage, TurnRequest } from '../../ai/turn.ts'
import { checkTurn, type CheckedTurn } from '../../assistant/check-turn.ts'
import { mostShown } from '../../assistant/turn-request.ts'
import { mostMessages } from '../../assistant/unanswered.ts'
import { fieldStatesOf, phaseOf } from '../../assistant/field-states.ts'
import { confirm } from '../../form-data/answer-status.ts'
import type { Collected } from '../../form-data/collected.ts'
import { missingKeys, progressOf } from '../../form-data/progress.ts'

type Tested = z.output<typeof testJobSchema>

interface Surroundings {
  business: Preferences['business']
  signal: AbortSignal
  withinMs: number
}

/** Answers a chat that nobody has with a contact, as the assistant would; nothing is kept. */
export async function testJob(
  ai: AiProvider,
  tested: Tested,
  { business, ...patience }: Surroundings,
): Promise<TestedJob> {
  const collected = collectedOf(tested)
  const request = toRequest(tested, collected, business)
  const { turn, usage } = await answerInTries(ai, request, patience).catch((error: unknown) => {
    throw toAiProblem(error)
  })
  const checked = checkTurn({ turn, request, collected, isShown: true })
  const { action, handoffReason, language, confidence, replies, problems, removed } = checked
  const { fields, ...after } = afterwards(checked)
  return {
    success: true,
    reply: replies.join('\n\n'),
    action,
    handoffReason,
    language,
    confidence,
    collected: after,
    missing: missingKeys(fields, after.values),
    progress: progressOf(fields, after.values),
    problems,
    removed,
    provider: ai.name,
    model: ai.model,
    usage,
  }
}

/** What the page has told, which only counts for the fields that the job still has. */
function collectedOf({ job, collected }: Tested): Collected {
  const { fields } = job
  const nothing = { status: 'empty' as const, values: {}, meta: {}, suggestions: [] }
  const { status, values, meta, suggestions } = collected ?? nothing
  const keys = new Set(fields.map(({ key }) => key))
  const known = <T>(record: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(record).filter(([key]) => keys.has(key)))
  return {
    fields,
    status,
    values: known(values),
    meta: known(meta),
    suggestions: suggestions.filter(({ key }) => keys.has(key)),
  }
}

function toRequest(
  { job, messages }: Tested,
  collected: Collected,
  { name, timeZone, locale }: Preferences['business'],
): TurnRequest {
  const now = new Date()
  const chat = messages.map(({ author, text }, index): TurnMessage => {
    return { id: String(index), author, text, at: now }
  })
  const answered = messages.findLastIndex(({ author }) => author === 'assistant') + 1
  return {
    job,
    fields: fieldStatesOf(collected),
    history: chat.slice(0, answered).slice(-mostShown),
    inbound: chat.slice(answered).slice(-mostMessages),
    phase: phaseOf(collected, job.behaviour, true),
    facts: [],
    business: { name, timeZone, locale },
    now,
  }
}

const afterwards = ({ action, after }: CheckedTurn): Collected => {
  const { fields, status, values, meta, suggestions } =
    action === 'complete' ? confirm(after) : after
  return { fields, status, values, meta, suggestions }
}
