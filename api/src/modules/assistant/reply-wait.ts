import type { JobField, JobFieldType } from '@errand/contract/job-field'
import { maxWaitSeconds } from '@errand/contract/settings'
import { and, desc, eq, ne } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { assistantRuns, formData, messages } from '../../platform/database/schema.ts'
import { readAnswer } from '../answers/read-answer.ts'
import { fold, type AnswerLocale } from '../answers/reading.ts'
import type { MessageRow } from '../chats/rows.ts'

/** However much a contact writes, the assistant answers after this time. */
const maxWaitMs = maxWaitSeconds * 1000
/** The wait after a burst that answers everything, as the contact may still correct it. */
const answeredMs = 1_000
/** The wait after a picture, as the contact may be about to describe it. */
const mediaMs = 3_000

type Part = Pick<MessageRow, 'type' | 'text'>

/** The question in the assistant's last message; empty if it asked nothing. */
export interface AskedQuestion {
  fields: readonly JobField[]
  /** The choices that can be tapped. */
  choices: readonly string[]
}

interface ReplyTiming {
  asked: AskedQuestion
  /** The unanswered messages, oldest first; the last one has just arrived. */
  burst: readonly Part[]
  /** The wait after each message that the owner has set. */
  usualMs: number
  /** When the first message of the burst arrived, and when an answer was due before the last one. */
  since: Date
  dueAt?: Date | null | undefined
  now: Date
  place: AnswerLocale
}

/**
 * When the assistant answers a burst: at once where that answers all that was asked, soon after a
 * single message, and later while more comes; never later than the longest wait.
 */
export function replyAt({ since, dueAt, now, ...waiting }: ReplyTiming): Date {
  const { asked, burst, usualMs, place } = waiting
  const isAnswer = answersAll(asked, burst, place)
  const pauseMs = isAnswer ? Math.min(answeredMs, usualMs) : pauseAfter(burst, usualMs)
  const due = now.getTime() + pauseMs
  const wanted = isAnswer ? due : Math.max(due, dueAt?.getTime() ?? 0)
  return new Date(Math.min(wanted, Math.max(now.getTime(), since.getTime() + maxWaitMs)))
}

function pauseAfter(burst: readonly Part[], usualMs: number): number {
  const last = burst.at(-1)?.type
  if (last !== 'text' && last !== 'interactive') return Math.min(usualMs, mediaMs)
  return burst.length > 1 ? usualMs : usualMs / 2
}

/** Whether a burst answers all questions, and each of its messages answers one. */
function answersAll(
  { fields, choices }: AskedQuestion,
  burst: readonly Part[],
  place: AnswerLocale,
): boolean {
  const open = new Set(fields)
  for (const part of burst) {
    if (
      part.type === 'interactive' ||
      choices.some((choice) => withoutEndPunctuation(choice) === withoutEndPunctuation(part.text))
    ) {
      open.clear()
      continue
    }
    const answered = [...open].find((field) => isAnswerTo(field, part, place))
    if (answered === undefined) return false
    open.delete(answered)
  }
  return open.size === 0
}

const withoutEndPunctuation = (text: string): string => fold(text).replace(/[.!]+$/u, '')

/** Types of fields whose answer may always be continued. */
const openEnded = new Set<JobFieldType>(['text', 'long_text', 'address', 'multi_select', 'file'])

function isAnswerTo(field: JobField, { type, text }: Part, place: AnswerLocale): boolean {
  if (field.type === 'location') return type === 'location'
  return type === 'text' && !openEnded.has(field.type) && 'value' in readAnswer(field, text, place)
}

/** Stands for a question that asks for no field, and is answered by yes or no. */
const yesOrNo: JobField = {
  key: 'question',
  label: '',
  type: 'boolean',
  order: 0,
  required: false,
  sensitive: false,
}

/** Reads what the last message of a chat asked for, if the assistant wrote it. */
export async function readLastQuestion(
  queries: Queries,
  sessionId: string,
): Promise<AskedQuestion> {
  const [last] = await queries
    .select({ result: assistantRuns.result, fields: formData.fields })
    .from(messages)
    .leftJoin(assistantRuns, eq(assistantRuns.id, messages.runId))
    .leftJoin(formData, eq(formData.sessionId, messages.sessionId))
    .where(
      and(
        eq(messages.sessionId, sessionId),
        eq(messages.direction, 'out'),
        ne(messages.type, 'event'),
      ),
    )
    .orderBy(desc(messages.seq))
    .limit(1)
  const { result = null, fields } = last ?? {}
  if (result === null) return { fields: [], choices: [] }
  const { asks = [], choices, confirms, replies } = result
  const asked = (fields ?? []).filter(({ key }) => asks.includes(key))
  const isQuestion = confirms !== undefined || /[?؟？]\s*$/u.test(replies.at(-1) ?? '')
  return {
    fields: asked.length === 0 && isQuestion ? [yesOrNo] : asked,
    choices: choices?.options.map(({ title }) => title) ?? [],
  }
}
