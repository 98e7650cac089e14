import { and, eq, ne, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { contacts } from '../../platform/database/schema.ts'
import type { TurnRequest } from '../ai/turn.ts'
import { fold } from '../answers/reading.ts'
import { toGroupsQuery, wordsOf } from '../chats/search/search-words.ts'
import { namesAllowedIn } from './filter-reply.ts'
import { hasWords } from './turn-answers.ts'

/** A word with a capital letter, or of a script without capitals, as names are written. */
const nameWord = /^[^\p{L}]*(?:\p{Lu}|\p{Lt}|\p{Lo})[\p{L}\p{M}'’-]+/u
/** Replies are short; of a longer one so many pairs of words are looked up. */
const maxPairs = 300
/** A pair of words can be the name of many contacts. */
const maxNames = 100

/** The words that stand beside each other in a reply and may be a name. */
function namePairsIn(reply: string): string[][] {
  const words = reply.normalize('NFKC').split(/\s+/)
  const pairs = new Map<string, string[]>()
  for (const [at, word] of words.entries()) {
    const next = words[at + 1] ?? ''
    if (!nameWord.test(word) || !nameWord.test(next)) continue
    const pair = [word, next].flatMap((one) => wordsOf(one).slice(0, 1))
    if (pair.length === 2) pairs.set(pair.join(' '), pair)
    if (pairs.size === maxPairs) break
  }
  return [...pairs.values()]
}

/**
 * The full names of the owner's other contacts in a reply. What the owner and this contact have written
 * may be said: somebody of the staff may have the name of a contact.
 */
export async function findOtherNames(
  queries: Queries,
  { ownerId, contactId }: { ownerId: string; contactId: string },
  { reply, request }: { reply: string; request: TurnRequest },
): Promise<string[]> {
  const pairs = namePairsIn(reply)
  if (pairs.length === 0) return []
  const rows = await queries
    .selectDistinct({ name: contacts.name })
    .from(contacts)
    .where(
      and(
        eq(contacts.ownerId, ownerId),
        ne(contacts.id, contactId),
        sql`${contacts.searchWords} @@ ${toGroupsQuery(ownerId, pairs)}`,
      ),
    )
    .limit(maxNames)
  const folded = fold(reply)
  const allowed = rows.length === 0 ? '' : fold(namesAllowedIn(request))
  return rows
    .map(({ name }) => fold(name))
    .filter((name) => name.includes(' ') && hasWords(folded, name) && !hasWords(allowed, name))
}
