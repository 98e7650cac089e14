import { and, eq, ne, sql } from 'drizzle-orm'

import type { Queries } from '../../platform/database/database.ts'
import { contacts } from '../../platform/database/schema.ts'
import type { TurnRequest } from '../ai/turn.ts'
import { toGroupsQuery } from '../chats/search/search-words.ts'
import { namesAllowedIn } from './filter-reply.ts'
import { plainWords, wordsOf } from './quoted-instructions.ts'
import { hasWords } from './turn-answers.ts'

/** Questions are short; of longer ones so many pairs of words are looked up. */
const maxPairs = 300
/** A pair of words can be the name of many contacts. */
const maxNames = 100

/**
 * The full names of the owner's other contacts in a reply. A model is shown them in one place, the
 * questions of contacts that the owner has answered, so only those count: otherwise a contact with the
 * name `Good Morning` would silence the assistant in all other chats. What the owner and this contact
 * have written may be said: somebody of the staff may have the name of a contact.
 */
export async function findOtherNames(
  queries: Queries,
  { ownerId, contactId }: { ownerId: string; contactId: string },
  { reply, request }: { reply: string; request: TurnRequest },
): Promise<string[]> {
  const questions = request.job.answers.map(({ question }) => question)
  const shown = pairsIn(questions)
  const pairs = [...pairsIn([reply])].flatMap(([words, pair]) => (shown.has(words) ? [pair] : []))
  if (pairs.length === 0) return []
  const rows = await queries
    .selectDistinct({ name: contacts.name })
    .from(contacts)
    .where(
      and(
        eq(contacts.ownerId, ownerId),
        ne(contacts.id, contactId),
        sql`${contacts.searchWords} @@ ${toGroupsQuery(ownerId, pairs.slice(0, maxPairs))}`,
      ),
    )
    .limit(maxNames)
  const allowed = rows.length === 0 ? '' : plainWords(namesAllowedIn(request))
  return rows
    .map(({ name }) => plainWords(name))
    .filter((name) => name.includes(' ') && !hasWords(allowed, name))
}

/** The words that stand beside each other in texts, each pair once. */
function pairsIn(texts: readonly string[]): Map<string, string[]> {
  const pairs = texts.flatMap((text) => {
    const words = wordsOf(text)
    return words.slice(1).map((word, at) => [words[at] ?? '', word])
  })
  return new Map(pairs.map((pair) => [pair.join(' '), pair]))
}
