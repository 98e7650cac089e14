import { conceptsOf, isGeneral, isAboutHours, isAboutPrice, isPlea } from './concepts.ts'
import { isQuestion } from './intents.ts'
import { asksForDate, type BurstReader } from './reader.ts'
import { overlap, type ScannedMessage } from './scanned-message.ts'
import { phraseSet, says, type Clause } from './text.ts'

/** What a sentence is for: it says something, asks for a fact, or does both. */
export type Role = 'statement' | 'question' | 'both'

/** `How much is a facial?` orders nothing yet; `can I come for a facial on Friday?` asks for no fact. */
export function roleOf(
  clause: Clause,
  { whens }: ScannedMessage,
  { words, asked, isAfterFact }: BurstReader,
): Role {
  // A day and a time are about nothing: German `früh` is no early arrival.
  const about = conceptsOf(
    clause.tokens.filter((token) => !whens.some((one) => overlap(one, token))),
  )
  // `Price of the pedicure`: a price without a number is asked for, in whatever words.
  const isNumber = clause.tokens.some(({ kind }) => kind === 'digits')
  const isAsked = asked.some(({ type }) => type === 'currency')
  const isWanted = (about.has('price') || about.has('opening_hours')) && !isNumber && !isAsked
  const isAsking = isQuestion(clause, words)
  if (!isWanted && !isAsking) return 'statement'
  const isRequest = says(clause.tokens, words.request)
  const within = whens.filter(
    ({ start, end, isPast }) => !isPast && start >= clause.start && end <= clause.end,
  )
  const isDateAsked = asked.some(asksForDate)
  const isTimed = within.some(({ clock }) => clock !== undefined)
  const isMoment = isTimed && (isDateAsked || within.some(({ day }) => day !== undefined))
  const isAnswer = !isAsking || (isDateAsked && !clause.isAsked)
  // `Do you open at eight?` books nothing, other than `are there appointments at eight?`
  if (isAboutHours(about)) return isMoment && (isRequest || isAnswer) ? 'statement' : 'question'
  if (isAboutPrice(about) || isPlea(clause)) return isRequest ? 'both' : 'question'
  if (within.length === 0) return isRequest || asked.length > 0 ? 'both' : 'question'
  if (isMoment || isRequest) return 'statement'
  const isOfFact = isAsking && [...about].some((concept) => !isGeneral(concept))
  // `Do you deliver on Sunday?` is no wish to come; `a facial on Friday?` is one, as is a stay of two days.
  const asksThem = isQuestion({ ...clause, isAsked: false }, words) || says(clause.tokens, you)
  if (isOfFact && within.length === 1 && (!isDateAsked || asksThem)) return 'question'
  return isOfFact || isAfterFact ? 'both' : 'statement'
}

const you = phraseSet(
  'you|u|ihr|sie|usted|ustedes|vosotros|tu|vous|você|vocês|vcs|aap|आप|أنتم'.split('|'),
)
