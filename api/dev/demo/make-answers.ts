import type { AnswerMeta } from '@errand/contract/chats/form-data'

import { missingKeys } from '../../src/modules/answers/collected.ts'
import { derivedColumns } from '../../src/modules/answers/form-data.service.ts'
import type { formData } from '../../src/platform/database/schema.ts'
import { addMs, type DemoAccount } from './demo-account.ts'
import type { MadeJob } from './make-jobs.ts'
import type { Line, MadeMessage } from './make-lines.ts'

/** How soon the owner decides about a booking. */
const decidedAfterMs = 2 * 60 * 60_000

/** What an owner decides about bookings, each as likely as it is here often. */
const decisions = ['confirmed', 'confirmed', 'confirmed', 'confirmed', 'cancelled'] as const

/** What a chat has collected from its lines. */
export function makeAnswers(
  { ownerId, newId, random, now }: DemoAccount,
  {
    job,
    sessionId,
    lines,
    messages,
    isConfirmed,
  }: {
    job: MadeJob
    sessionId: string
    lines: readonly Line[]
    messages: readonly MadeMessage[]
    isConfirmed: boolean
  },
): typeof formData.$inferInsert {
  const values: Record<string, unknown> = {}
  const meta: Record<string, AnswerMeta> = {}
  const [first] = messages
  if (first === undefined) throw new Error('A chat begins with a message')
  let updatedAt = first.createdAt
  for (const [index, { answer, text }] of lines.entries()) {
    const message = messages[index]
    if (answer === undefined || message === undefined) continue
    values[answer.key] = answer.value
    meta[answer.key] = {
      source: 'contact',
      messageId: message.id,
      evidence: text,
      confidence: 0.94,
      valid: true,
      attempts: 1,
      at: message.createdAt.toISOString(),
    }
    updatedAt = message.createdAt
  }
  const count = Object.keys(values).length
  const isWhole = missingKeys(job.form.fields, values).length === 0
  const last = messages.at(-1)
  if (isConfirmed && isWhole && last !== undefined) updatedAt = last.createdAt
  const derived = derivedColumns(job.form.fields, values)
  const decidedAt = addMs(updatedAt, decidedAfterMs)
  const isDecided = isWhole && derived.day !== null && decidedAt < now
  return {
    id: newId('response', first.createdAt),
    ownerId,
    sessionId,
    formId: job.form.id,
    formVersion: 1,
    fields: job.form.fields,
    status: count === 0 ? 'empty' : !isWhole ? 'partial' : isConfirmed ? 'confirmed' : 'complete',
    version: 1 + count + (isWhole && isConfirmed ? 1 : 0) + (isDecided ? 1 : 0),
    values,
    meta,
    suggestions: [],
    ...derived,
    ...(isDecided && { decision: random.pick(decisions), decidedAt }),
    ...(isWhole && isConfirmed && { agreedAt: updatedAt, followedUpAt: updatedAt }),
    completedAt: isWhole ? updatedAt : null,
    createdAt: first.createdAt,
    updatedAt,
  }
}
