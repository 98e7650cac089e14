import type { Queries } from '../../platform/database/database.ts'
import type { FormDataRow, NewAnswers, Slots } from '../answers/collected.ts'
import { mergeAnswers } from '../answers/merge-answers.ts'
import { needsSlot, readSlots } from '../answers/slots.ts'
import { readSnapshot } from '../chats/chat-mutation.ts'
import type { SessionRow } from '../chats/rows.ts'

/** The other bookings that new answers of a chat need a place among; the job is read only for these. */
export async function readSlotsFor(
  queries: Queries,
  session: SessionRow,
  row: FormDataRow,
  news: NewAnswers,
): Promise<Slots | undefined> {
  if (!needsSlot(row, mergeAnswers(row, news).collected, news)) return undefined
  const booking = (await readSnapshot(queries, session))?.behaviour.booking
  return booking === undefined ? undefined : readSlots(queries, row, booking)
}
