import type { TurnMessage } from '../ai/turn.ts'
import { readField } from '../ai/scripted/answer/read-field.ts'
import { readPreferences } from '../auth/settings-view.ts'
import type { MessageRow } from '../chats/rows.ts'
import type { Queries } from '../database/database.ts'
import type { Collected, NewAnswers, Origin } from '../form-data/collected.ts'
import { lockFormData, storeAnswers } from '../form-data/form-data.repo.ts'
import { mergeAnswers } from '../form-data/merge-answers.ts'
import { placeOf } from '../form-data/reading.ts'
import { messageWith } from './find-evidence.ts'
import { after, withMore, type PendingChat } from './pending-chat.ts'
import { readCollected } from './read-collected.ts'
import { toTurnMessage } from './turn-message.ts'

interface Changed {
  /** The message as it was, and as it is. */
  before: MessageRow
  message: MessageRow
}

/** Whether some answer of its chat was taken from a message. */
export async function isSource(
  queries: Queries,
  { id, sessionId }: Pick<MessageRow, 'id' | 'sessionId'>,
): Promise<boolean> {
  const { meta, suggestions } = await readCollected(queries, sessionId)
  return [...Object.values(meta), ...suggestions].some(({ messageId }) => messageId === id)
}

/**
 * Answers that were taken from a message which says something else now follow it. Where it has no
 * such answer any more the assistant asks again; in the chat of somebody else the answer stays,
 * without the words that are gone. The chat is locked.
 */
export async function followChange(
  queries: Queries,
  chat: PendingChat,
  { before, message }: Changed,
): Promise<PendingChat> {
  const { ownerId, id: sessionId, handler, status } = after(chat)
  const row = await lockFormData(queries, { ownerId, sessionId })
  const { business } = await readPreferences(queries, ownerId)
  const isDriven = handler === 'assistant' && status === 'active'
  const texts = { old: before.text, now: toTurnMessage(message) }
  const news: NewAnswers = {
    ...readAgain(),
    source: 'contact',
    at: new Date(),
    place: placeOf(business),
  }
  const { collected } = mergeAnswers(row, news)
  const stored = await storeAnswers(queries, row, withoutQuotes(collected, message))
  return stored.isChanged ? withMore(chat, {}, { type: 'form_data.updated' }) : chat

  function readAgain(): Pick<NewAnswers, 'answers'> & { origins: Record<string, Origin> } {
    const answers: Record<string, unknown> = {}
    const origins: Record<string, Origin> = {}
    for (const field of row.fields) {
      const { key } = field
      const meta = row.meta[key]
      if (meta?.messageId !== message.id || !Object.hasOwn(row.values, key)) continue
      const quote = meta.evidence
      const isDeleted = message.deletedAt !== null
      // A file and a place do not lie in the words.
      if (!isDeleted && (quote === undefined || isSaid(message, quote))) continue
      const found = (isDeleted || quote === undefined ? [] : placesOf(texts, quote))
        .map((place) => readField({ field, message: place, business }))
        .find((reading) => reading !== undefined)
      if (found !== undefined) {
        answers[key] = found.value
        origins[key] = { messageId: message.id, evidence: found.evidence, confidence: 0.9 }
      } else if (isDriven || (isDeleted && field.type === 'file')) {
        answers[key] = null
      }
    }
    return { answers, origins }
  }
}

const isSaid = (message: MessageRow, quote: string): boolean =>
  messageWith({ history: [], inbound: [toTurnMessage(message)] }, quote) !== undefined

/** Where to look: what stands now in the place of the old words, or else all of the message. */
function placesOf({ old, now }: { old: string; now: TurnMessage }, quote: string): TurnMessage[] {
  const at = old.indexOf(quote)
  if (at === -1) return [now]
  const [start, end] = [old.slice(0, at), old.slice(at + quote.length)]
  const isAround =
    now.text.length > start.length + end.length &&
    now.text.startsWith(start) &&
    now.text.endsWith(end)
  if (!isAround) return [now]
  return [{ ...now, text: now.text.slice(start.length, now.text.length - end.length) }, now]
}

/** The words of a deleted message are nowhere any more, nor is it the source of an answer. */
function withoutQuotes(collected: Collected, message: MessageRow): Collected {
  const isDeleted = message.deletedAt !== null
  const isGone = ({ messageId, evidence }: Origin) =>
    messageId === message.id &&
    (isDeleted || (evidence !== undefined && !isSaid(message, evidence)))
  const { meta, suggestions } = collected
  if (![...Object.values(meta), ...suggestions].some(isGone)) return collected
  const kept = Object.entries(meta).map(([key, one]) => {
    const { evidence: _words, messageId, ...rest } = one
    const source = isDeleted || messageId === undefined ? {} : { messageId }
    return [key, isGone(one) ? { ...rest, ...source } : one]
  })
  return {
    ...collected,
    meta: Object.fromEntries(kept),
    suggestions: suggestions.filter((suggestion) => !isGone(suggestion)),
  }
}
