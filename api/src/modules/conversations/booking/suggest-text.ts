import type { Answer } from '@errand/contract/call'
import type { BookingAction, suggestBookingTextCall } from '@errand/contract/chats/bookings'
import type * as z from 'zod/mini'

import type { Queries } from '../../../platform/database/database.ts'
import { readPreferences } from '../../account/settings-view.ts'
import { bookingEndOf, movedEnd } from '../../answers/booking-time.ts'
import { findFormData } from '../../answers/form-data.service.ts'
import { readPhrases } from '../../chats/chat-mutation.ts'
import { findSession, requireChat } from '../../chats/sessions/sessions.repo.ts'
import { fillBlanks, type Phrases } from '../../phrases/phrases.ts'
import { requireBooking, whenText } from './change-booking.ts'

const phraseOf = {
  confirm: 'bookingConfirmed',
  move: 'bookingMoved',
  cancel: 'bookingCancelled',
} as const satisfies Record<BookingAction, keyof Phrases>

/** What the contact could be told about a booking, in the language of the chat. */
export async function suggestBookingText(
  queries: Queries,
  { ownerId, sessionId }: { ownerId: string; sessionId: string },
  { formDataId, action, day, time }: z.output<(typeof suggestBookingTextCall)['query']>,
): Promise<Answer<typeof suggestBookingTextCall>> {
  const session = requireChat(await findSession(queries, ownerId, sessionId))
  const booking = requireBooking(await findFormData(queries, { sessionId, id: formDataId }))
  const { business } = await readPreferences(queries, ownerId)
  const phrases = await readPhrases(queries, session, business)
  const { fields, values } = booking
  const start = { day: day ?? booking.day, time: time ?? booking.time }
  const end = bookingEndOf(fields, values)
  const span = { ...start, ...movedEnd({ day: booking.day, time: booking.time, ...end }, start) }
  const when = whenText(span, phrases.locale)
  return { text: fillBlanks(phrases[phraseOf[action]], { when }), language: phrases.tag }
}
