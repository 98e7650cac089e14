import type { Queries } from '../../platform/database/database.ts'
import { dayText } from '../ai/language/write-phrases.ts'
import type { FormDataRow } from '../answers/collected.ts'
import { findLastMessage } from '../chats/messages/messages.repo.ts'
import type { MessageRow } from '../chats/rows.ts'

/** Tells the model that a message was edited, and what was answered since. */
export async function editFacts(queries: Queries, sessionId: string): Promise<string[]> {
  const last = await findLastMessage(queries, sessionId, { excludesEvents: true })
  const said = last?.direction === 'out' ? last.text.replaceAll(/\s+/g, ' ') : ''
  const since = said === '' ? '' : ` The last answer since then was: “${said}”`
  return [`The contact has edited this message after it was answered.${since}`]
}

/**
 * Until when the owner talked with the contact. Worded as a fact: models that are instructed to be silent
 * stay silent for good.
 */
export function ownerFacts(
  history: readonly MessageRow[],
  { timeZone, locale }: { timeZone: string; locale: string },
): string[] {
  const spoken = history.findLast(({ author }) => author === 'owner' || author === 'assistant')
  if (spoken?.author !== 'owner') return []
  const clock = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return [`The owner talked with the contact until ${clock.format(spoken.createdAt)}.`]
}

/** What the owner has decided about the booking, so that nobody confirms a cancelled one. */
export function decisionFacts({ day, time, decision }: FormDataRow, locale: string): string[] {
  if (day === null || decision === null) return []
  const when = dayText(time === null ? day : `${day}T${time}`, locale)
  return [`The owner has ${decision} the booking of ${when}.`]
}
