import type { TurnMessage } from '../ai/turn.ts'
import type { MessageRow } from '../chats/rows.ts'
import { wordsOf } from './gate-facts.ts'
import { readPlace } from './read-place.ts'
import { fileOf } from './waiting-file.ts'

/** A message as a provider is shown it. */
export function toTurnMessage(row: MessageRow): TurnMessage {
  const { id, author, createdAt: at } = row
  const text = wordsOf(row)
  const place = readPlace(row)
  const file = fileOf(row)
  if (file === undefined) return { id, author, text, ...(place !== undefined && { place }), at }
  return { id, author, text, file, at }
}
