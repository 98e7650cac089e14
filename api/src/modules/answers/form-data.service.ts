import {
  isComplete,
  type AnswerMeta,
  type BookingDecision,
  type FormData,
} from '@errand/contract/chats/form-data'
import { and, asc, eq } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { newId } from '../../platform/database/new-id.ts'
import { chatSessions, formData } from '../../platform/database/schema.ts'
import { type Precondition, versionConflict } from '../../platform/http/etag.ts'
import { Problem } from '../../platform/http/problem.ts'
import { readPreferences } from '../account/settings-view.ts'
import { bookingTimeOf } from './booking-time.ts'
import type { CollectedAnswers, FormDataRow, NewAnswers } from './collected.ts'
import { toFormData } from './form-data-view.ts'
import { mergeAnswers } from './merge-answers.ts'
import { type AnswerSet, proposedBeside } from './proposals.ts'
import { answersSearchText } from './readable-answer.ts'
import { type AnswerLocale, answerLocaleOf } from './reading.ts'
import { hasSameTime } from './slots.ts'

/** The form of a job's version. */
interface VersionForm {
  formId: string
  formVersion: number
  snapshot: Pick<FormDataRow, 'fields'>
}

/** Creates the empty answers of a new chat, with the fields of its job's version. */
export async function startFormData(
  queries: Queries,
  session: { id: string; ownerId: string },
  version: VersionForm,
): Promise<FormData> {
  const now = new Date()
  const [row] = await queries
    .insert(formData)
    .values({
      id: newId('response'),
      ownerId: session.ownerId,
      sessionId: session.id,
      formId: version.formId,
      formVersion: version.formVersion,
      fields: version.snapshot.fields,
      status: 'empty',
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  if (row === undefined) throw new Error(`What ${session.id} collects was not stored`)
  return toFormData(row)
}

interface PutAnswers extends Pick<NewAnswers, 'answers' | 'origins'> {
  ownerId: string
  sessionId: string
  /** Of several sets of answers the one to change; without it the latest. */
  id?: string | undefined
  source: AnswerMeta['source']
  /** Checks `If-Match` against the stored version; without it any version may be changed. */
  isWanted?: Precondition
}

/**
 * Adds answers to those of a chat, which stays locked; an owner's invalid answers are refused together.
 * The caller publishes the event, last and with all other changes.
 */
export async function putAnswers(queries: Queries, put: PutAnswers): Promise<StoredAnswers> {
  const row = await lockFormData(queries, put)
  if (put.isWanted?.(row.version) === false) {
    throw versionConflict({ version: row.version, value: toFormData(row) })
  }
  const { answers, origins = {}, source } = put
  const place = await findAnswerLocale(queries, row.ownerId, source)
  const news = { answers, origins, source, at: new Date(), place }
  const { collected, problems } = mergeAnswers(row, news)
  if (source === 'owner' && problems.length > 0) {
    throw new Problem('validation_failed', { errors: problems })
  }
  return storeAnswers(queries, row, collected, {
    proposed: proposedBeside(row, collected, news),
    startsFollowUp: source === 'owner' && isComplete(collected.status),
  })
}

async function findAnswerLocale(
  queries: Queries,
  ownerId: string,
  source: PutAnswers['source'],
): Promise<AnswerLocale> {
  const { business, ui } = await readPreferences(queries, ownerId)
  // Owners type in the language of the page.
  return answerLocaleOf(business, source === 'owner' ? ui.language : undefined)
}

/** Locks a chat until the transaction ends, and returns its answers: those of that id, or the latest. */
export async function lockFormData(
  queries: Queries,
  { ownerId, sessionId, id }: Pick<PutAnswers, 'ownerId' | 'sessionId' | 'id'>,
): Promise<FormDataRow> {
  // Everything that changes a chat locks the chat before its other rows, to avoid deadlocks.
  const [session] = await queries
    .select({ ownerId: chatSessions.ownerId })
    .from(chatSessions)
    .where(eq(chatSessions.id, sessionId))
    .for('no key update')
  if (session?.ownerId !== ownerId) {
    throw new Problem('not_found', { detail: 'There is no such chat.' })
  }
  const row = await findFormData(queries, { sessionId, id })
  if (row !== undefined) return row
  throw id === undefined
    ? new Problem('conflict', { detail: 'This chat collects nothing.' })
    : new Problem('not_found', { detail: 'There are no such answers in this chat.' })
}

/** The answers of a chat of that id, or the latest; undefined where it collects nothing. */
export async function findFormData(
  queries: Queries,
  { sessionId, id }: Pick<PutAnswers, 'sessionId' | 'id'>,
): Promise<FormDataRow | undefined> {
  const isWanted = id === undefined ? formData.isLatest : eq(formData.id, id)
  const [row] = await queries
    .select()
    .from(formData)
    .where(and(eq(formData.sessionId, sessionId), isWanted))
  return row
}

/** All sets of answers of a chat, the first one first. */
export const listFormData = (queries: Queries, sessionId: string): Promise<FormDataRow[]> =>
  queries
    .select()
    .from(formData)
    .where(eq(formData.sessionId, sessionId))
    .orderBy(asc(formData.createdAt), asc(formData.id))

/** The columns that follow from the answers; whoever stores answers stores these. */
export const derivedColumns = (
  fields: FormDataRow['fields'],
  values: FormData['values'],
): Pick<FormDataRow, 'day' | 'time' | 'lastDay' | 'searchText'> => ({
  ...bookingTimeOf(fields, values),
  searchText: answersSearchText(fields, values),
})

/** A chat's answers, and what became of them. */
export interface StoredAnswers {
  formData: FormData
  /** They changed: the caller publishes an event. */
  isChanged: boolean
  /** They are complete for the first time: the caller starts what follows. */
  needsFollowUp: boolean
  /** They are the latest of their chat. */
  isLatest: boolean
}

interface Storing {
  decision?: BookingDecision | undefined
  /** When contact and business agreed last; without it as before. */
  agreedAt?: Date | null
  /** The change that is proposed from now on; without it as before. */
  proposed?: FormDataRow['proposed']
  /** What follows a completion starts, once for each set of answers. */
  startsFollowUp?: boolean
}

/**
 * Stores the answers where they changed, with what the owner decides. A decision is about one day and
 * time: with another one it is open again.
 */
export async function storeAnswers(
  queries: Queries,
  row: FormDataRow,
  collected: CollectedAnswers,
  {
    decision,
    agreedAt = row.agreedAt,
    proposed = row.proposed,
    startsFollowUp = false,
  }: Storing = {},
): Promise<StoredAnswers> {
  const { isLatest } = row
  const { status, values, meta, suggestions, asked } = collected
  const hasNewAnswers =
    status !== row.status ||
    values !== row.values ||
    meta !== row.meta ||
    suggestions !== row.suggestions
  const isDecided = decision !== undefined && decision !== row.decision
  const isAgreement = agreedAt !== row.agreedAt || proposed !== row.proposed
  const needsFollowUp = startsFollowUp && row.followedUpAt === null
  if (!hasNewAnswers && !isDecided && !isAgreement && !needsFollowUp) {
    // `asked` alone is no change of the answers: it needs no new version and no event.
    if (asked !== row.asked)
      await queries
        .update(formData)
        .set({ asked: [...asked] })
        .where(eq(formData.id, row.id))
    return { formData: toFormData(row), isChanged: false, needsFollowUp: false, isLatest }
  }
  const now = new Date()
  const isMoved = !hasSameTime(row, collected)
  const changes = {
    status,
    values,
    meta,
    suggestions,
    asked: [...asked],
    agreedAt,
    proposed,
    ...derivedColumns(row.fields, values),
    ...(needsFollowUp && { followedUpAt: now }),
    ...(isMoved && { decision: null, decidedAt: null }),
    ...(decision !== undefined && { decision, decidedAt: now }),
    ...((decision !== undefined || agreedAt !== row.agreedAt) && { cancelAskedAt: null }),
    version: row.version + 1,
    completedAt: isComplete(status) ? (row.completedAt ?? now) : null,
    // The time of the answers, not of the decision or of what is only proposed.
    updatedAt: hasNewAnswers ? now : row.updatedAt,
  }
  await queries.update(formData).set(changes).where(eq(formData.id, row.id))
  return { formData: toFormData({ ...row, ...changes }), isChanged: true, needsFollowUp, isLatest }
}

/** Stores a set of answers as it is after a turn, or after what the contact has answered beside one. */
export const storeSet = (
  queries: Queries,
  row: FormDataRow,
  set: AnswerSet,
  startsFollowUp = false,
): Promise<StoredAnswers> =>
  storeAnswers(queries, row, set, {
    agreedAt: set.agreedAt,
    proposed: set.proposed,
    startsFollowUp,
  })
