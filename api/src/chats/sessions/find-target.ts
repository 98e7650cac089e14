import type { Channel } from '@errand/contract/chats/session'

import { type Phrases, phrasesEndedBy } from '../../ai/phrases/phrases.ts'
import type { Queries } from '../../database/database.ts'
import { fold } from '../../form-data/reading.ts'
import { isOfferedAnswer, isTappedChoice } from '../messages/is-tapped-choice.ts'
import type { ContactRow, SessionRow } from '../rows.ts'
import { next } from '../state/next-state.ts'
import { beginning, type SessionState } from '../state/session-state.ts'
import { beginEnded, beginSession } from './begin-session.ts'
import { lockCurrentSession } from './sessions.repo.ts'

/** The chat that a message of a contact belongs to. */
export interface Target {
  session: SessionRow
  isNew: boolean
  state: SessionState
  /** The contact ends the chat with it: the sentences in which he is told that he was heard. */
  endedIn?: Phrases
}

interface Written {
  contact: ContactRow
  channel: Channel
  type: string
  text: string
  replyToProviderId?: string | undefined
  at: Date
}

/** The chat that the message goes to, and how that chat stands afterwards. */
export async function findTarget(
  queries: Queries,
  { contact, channel, type, text, replyToProviderId, at }: Written,
): Promise<Target> {
  const current = await lockCurrentSession(queries, contact.id, channel)
  const final = finalReason(contact)
  if (final !== undefined) {
    const hasJob = current?.jobId !== null
    const before = current ?? beginning({ at, hasJob })
    const state = next(before, { type: 'close', at, reason: final }) as SessionState
    const session = current ?? (await beginEnded(queries, { contact, channel, at, state }))
    return { session, isNew: current === undefined, state }
  }
  if (current !== undefined) {
    const endedIn = await readEndWord(queries, current, { type, text, replyToProviderId })
    if (endedIn !== undefined) {
      const state = next(current, { type: 'close', at, reason: 'contact' }) as SessionState
      return { session: current, isNew: false, state, endedIn }
    }
    const state = next(current, { type: 'inbound', at, hasJob: current.jobId !== null })
    if (typeof state !== 'string') return { session: current, isNew: false, state }
  }
  const session = await beginSession(queries, { contact, channel, text, at })
  return { session, isNew: true, state: session }
}

/** With whom there is nothing to do: what he writes is kept, and nothing comes of it. */
export function finalReason({
  blockedAt,
  optedOutAt,
}: ContactRow): 'blocked' | 'opted_out' | undefined {
  if (blockedAt !== null) return 'blocked'
  return optedOutAt === null ? undefined : 'opted_out'
}

/**
 * With one word, and nothing else, a contact puts an end to the chat that is going on: the sentences
 * of the language whose word it is. He can be written to as before: who cancels a booking has not
 * said that he wants no more messages. A word that the chat offers as an answer is one.
 */
async function readEndWord(
  queries: Queries,
  { ownerId, contactId, status }: SessionRow,
  message: { type: string; text: string; replyToProviderId?: string | undefined },
): Promise<Phrases | undefined> {
  const { type, text } = message
  if ((type !== 'text' && type !== 'interactive') || status !== 'active') return undefined
  const phrases = phrasesEndedBy(fold(text))
  if (phrases === undefined || (await isTappedChoice(queries, ownerId, message))) return undefined
  return (await isOfferedAnswer(queries, contactId, text)) ? undefined : phrases
}
