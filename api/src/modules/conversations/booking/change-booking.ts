import type { Answer } from '@errand/contract/call'
import type { BookingAction, changeBookingCall } from '@errand/contract/chats/bookings'
import { isComplete, type BookingDecision } from '@errand/contract/chats/form-data'
import type { FieldProblem } from '@errand/contract/problem'
import type { Preferences } from '@errand/contract/settings'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { versionConflict, type Precondition } from '../../../platform/http/etag.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { dayText } from '../../ai/language/write-phrases.ts'
import {
  type BookingEnd,
  bookingEndOf,
  bookingFieldsOf,
  type BookingSpan,
  bookingTimeOf,
  movedEnd,
} from '../../answers/booking-time.ts'
import type { CollectedAnswers, FormDataRow, NewAnswers } from '../../answers/collected.ts'
import { toFormData } from '../../answers/form-data-view.ts'
import { lockFormData, storeAnswers } from '../../answers/form-data.service.ts'
import { mergeAnswers } from '../../answers/merge-answers.ts'
import { proposedBeside } from '../../answers/proposals.ts'
import { answerLocaleOf } from '../../answers/reading.ts'
import { isFull, readSlots } from '../../answers/slots.ts'
import { commitChatChanges, type ChatEvent } from '../../chats/commit-chat-changes.ts'
import { appendEventLine } from '../../chats/messages/event-line.ts'
import { showSession } from '../../chats/session-view.ts'
import { findLiveVersion } from '../../jobs/job-versions.ts'
import { lockChat, sendReply, type ReplyDeps } from '../reply/reply.service.ts'

type Change = z.output<(typeof changeBookingCall)['body']>

/** Answers that are for a day. */
type Booking = FormDataRow & { day: string }

interface Target {
  ownerId: string
  sessionId: string
  isWanted: Precondition
}

const decisions: Record<BookingAction, BookingDecision> = {
  confirm: 'confirmed',
  move: 'confirmed',
  cancel: 'cancelled',
}

/** Decides about a booking and, if there is a message, tells the contact: both, or nothing. */
export async function changeBooking(
  queries: Queries,
  sending: ReplyDeps,
  { ownerId, sessionId, isWanted }: Target,
  change: Change,
): Promise<Answer<typeof changeBookingCall>> {
  const { session } = await lockChat(queries, ownerId, sessionId)
  const stored = await lockFormData(queries, { ownerId, sessionId, id: change.formDataId })
  if (!isWanted(stored.version)) {
    throw versionConflict({ version: stored.version, value: toFormData(stored) })
  }
  const row = requireBooking(stored)
  const { action, message } = change
  const { business } = await readPreferences(queries, ownerId)
  const { collected, proposed } =
    action === 'move'
      ? moveAnswers(row, change, business)
      : { collected: row, proposed: action === 'cancel' ? null : row.proposed }
  // Others may have taken the place of a cancelled booking.
  const isTaking = action === 'move' || (action === 'confirm' && row.decision === 'cancelled')
  if (isTaking && !change.force) {
    await requireFreeSlot(queries, session.jobId, { ...row, values: collected.values })
  }
  const { formData, isChanged } = await storeAnswers(queries, row, collected, {
    decision: decisions[action],
    proposed,
  })
  const events: ChatEvent[] = isChanged
    ? [
        { type: 'form_data.updated' },
        {
          type: 'message.created',
          message: await appendEventLine(queries, session, {
            text: eventText(action, formData.booking, business.locale),
            status: 'sent',
          }),
        },
      ]
    : []
  if (message !== undefined) {
    const told = await sendReply(queries, sending, { ownerId, sessionId, reply: message, events })
    return { ...told, formData }
  }
  const shown = isChanged
    ? await commitChatChanges(queries, {
        session,
        events: [...events, { type: 'session.updated' }],
      })
    : await showSession(queries, session)
  return { success: true, formData, session: shown }
}

/** Returns the booking, or throws the problem that answers are missing, or name no day. */
export function requireBooking(row: FormDataRow | undefined): Booking {
  const { day = null, status = 'empty' } = row ?? {}
  if (row !== undefined && day !== null && isComplete(status)) return { ...row, day }
  const detail = day === null ? 'The answers name no day.' : 'Some answers are still missing.'
  throw new Problem('conflict', { detail: `This is no booking yet. ${detail}` })
}

const eventTexts: Record<BookingAction, string> = {
  confirm: 'Booking confirmed',
  move: 'Booking moved',
  cancel: 'Booking cancelled',
}

const eventText = (
  action: BookingAction,
  booking: BookingSpan | undefined,
  locale: string,
): string => {
  // The clock is that of the owner's region; the words are English.
  const { region = 'GB' } = new Intl.Locale(locale).maximize()
  const english = new Intl.Locale('en', { region })
  return `${eventTexts[action]}: ${booking === undefined ? '' : whenText(booking, english.toString())}`
}

/** When a booking is, as people write it; of a stay both ends. */
export function whenText({ day, time, endDay, endTime }: BookingSpan, locale: string): string {
  const momentText = (at: BookingSpan) =>
    dayText(at.time == null ? at.day : `${at.day}T${at.time}`, locale)
  const start = momentText({ day, time })
  if (endDay === undefined) return start
  return `${start} – ${momentText({ day: endDay, time: endTime })}`
}

/** The answers with the new day and time; like the owner's other corrections they may be any. */
function moveAnswers(
  row: Booking,
  change: Pick<Change, 'day' | 'time'>,
  business: Preferences['business'],
): { collected: CollectedAnswers; proposed: FormDataRow['proposed'] } {
  const { answers, pointers } = movedAnswers(row, change)
  const place = answerLocaleOf(business)
  const news: NewAnswers = { answers, source: 'owner', at: new Date(), place }
  const { collected, problems } = mergeAnswers(row, news)
  if (!isComplete(collected.status)) throw timeIsNeeded()
  if (problems.length > 0) {
    throw refused(
      problems.map((problem) => ({ ...problem, pointer: pointers[problem.pointer] ?? '#/day' })),
    )
  }
  return { collected, proposed: proposedBeside(row, collected, news) }
}

/** Refuses a time at which the job, as it is published now, takes no more bookings. */
async function requireFreeSlot(
  queries: Queries,
  jobId: string | null,
  moved: FormDataRow,
): Promise<void> {
  const { day, time } = bookingTimeOf(moved.fields, moved.values)
  const live = jobId === null ? undefined : await findLiveVersion(queries, jobId)
  const rules = live?.snapshot.behaviour.booking
  if (rules === undefined || day === null || time === null) return
  if (!isFull(await readSlots(queries, moved, rules), { day, time })) return
  const detail = `At that time there is no place left: at most ${rules.capacity} at once.`
  throw refused([{ ...timePointer, code: 'slot_taken', detail }])
}

/** The new answers by key, and the member of the request that each pointer to them is about. */
function movedAnswers(
  row: Booking,
  { day = row.day, time }: Pick<Change, 'day' | 'time'>,
): { answers: Record<string, unknown>; pointers: Record<string, string> } {
  const fields = bookingFieldsOf(row.fields, row.values)
  const dayKey = fields.day?.key ?? ''
  const timeKey = fields.time?.key
  const end = movedEnd(
    { day: row.day, time: row.time, ...bookingEndOf(row.fields, row.values) },
    { day, time: time === undefined ? row.time : time },
  )
  const ends = end === undefined ? {} : endAnswers(fields, end)
  if (fields.day?.type === 'datetime') {
    const clock = time === undefined ? row.time : time
    if (clock === null) throw timeIsNeeded()
    return { answers: { [dayKey]: `${day}T${clock}`, ...ends }, pointers: {} }
  }
  const answers = { [dayKey]: day, ...ends }
  if (time === undefined) return { answers, pointers: {} }
  if (timeKey === undefined) {
    if (time === null) return { answers, pointers: {} }
    const detail = 'This form asks for no time.'
    throw refused([{ ...timePointer, code: 'unknown_field', detail }])
  }
  return {
    answers: { ...answers, [timeKey]: time },
    pointers: { [`#/formData/${timeKey}`]: timePointer.pointer },
  }
}

/** The answers that say the new end, by key. */
function endAnswers(
  { endDay: day, endTime: time }: ReturnType<typeof bookingFieldsOf>,
  { endDay, endTime }: BookingEnd,
): Record<string, string> {
  const isMoment = day?.type === 'datetime' && endTime !== undefined
  return {
    ...(day !== undefined && { [day.key]: isMoment ? `${endDay}T${endTime}` : endDay }),
    ...(time !== undefined && !isMoment && endTime !== undefined && { [time.key]: endTime }),
  }
}

const timePointer = { pointer: '#/time' }

const refused = (errors: FieldProblem[]): Problem => new Problem('validation_failed', { errors })

const timeIsNeeded = (): Problem =>
  refused([{ ...timePointer, code: 'required', detail: 'This booking needs a time.' }])
