import { readAnswer } from '../../answers/read-answer.ts'
import { findAnswer } from './find-answer.ts'
import { isQuestion, isYes } from './intents.ts'
import { openFields, valueOf, type BurstReader, type BurstReading } from './reader.ts'
import { scanMessage, isTaken, type ScannedMessage } from './scanned-message.ts'
import { says } from './text.ts'
import type { Words } from './words.ts'

/** A yes, or a sentence that wants something and asks for no fact. */
const ordersSomething = (one: ScannedMessage, words: Words): boolean =>
  (isYes(one, words) &&
    !says(one.tokens, words.bye, words.later, words.drop) &&
    !one.clauses.some((clause) => isQuestion(clause, words))) ||
  one.clauses.some((clause) => says(clause.tokens, words.request) && !isTaken(one, clause))

/** So many of the messages before may name what is ordered now. */
const maxMessagesBefore = 6

/** What was only asked about so far is meant once something is ordered: `how much is a facial?`, `tomorrow at 5 then`. */
export function addChosenEarlier(reader: BurstReader, reading: BurstReading): void {
  const { request, words } = reader
  const { messages, byKey, likely } = reading
  const isOrder =
    byKey.size > 0 ||
    reading.half !== undefined ||
    messages.some((one) => ordersSomething(one, words))
  // What was said before something was agreed was said about that.
  const history = request.agreed?.length ? [] : request.history
  const earlier = history
    .filter(({ author }) => author === 'contact')
    .slice(-maxMessagesBefore)
    .map((message) => scanMessage(message, [], false))
  const open = openFields(reader, reading).filter(
    (field) =>
      (field.type === 'select' || field.type === 'multi_select') &&
      valueOf(field, reader, reading) === undefined &&
      !reading.declined.has(field.key),
  )
  for (const field of open) {
    for (const { text, tokens, clauses, message } of [...earlier, ...messages].toReversed()) {
      const whole = { message, text, tokens, clauses, whens: [], isPart: false, taken: [] }
      const looking = { field, isAsked: false, isOnly: false, isDated: false, known: undefined }
      const found = findAnswer(whole, { ...looking, place: reader.place, words })
      const answer = found && readAnswer(field, found.value, reader.place)
      if (found === undefined || answer === undefined || 'refused' in answer) continue
      const evidence = text.slice(found.start, found.end)
      if (isOrder) byKey.set(field.key, { field, said: found.value, evidence, ...answer })
      else likely.add(field.key)
      break
    }
  }
}
