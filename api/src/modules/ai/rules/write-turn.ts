import type { JobField } from '@errand/contract/job-field'

import { checkDate } from '../../answers/check-date.ts'
import { helloIn } from '../../phrases/own-texts.ts'
import { fillBlanks, helloOf, type Phrases } from '../../phrases/phrases.ts'
import { detectLanguage } from '../language/detect-language.ts'
import { dayText, repeatQuestion, questionFor } from '../language/write-phrases.ts'
import type { Turn, TurnRequest } from '../turn.ts'
import { isAboutJob } from './answer-questions.ts'
import { conceptsOf } from './concepts.ts'
import {
  corrects,
  isSatisfied,
  isGreeting,
  isOnlyCourtesy,
  isNo,
  isNudge,
  isThanks,
  isYes,
} from './intents.ts'
import {
  isNewChat,
  lastReply,
  fieldsLeftToAsk,
  type BurstReader,
  type BurstReading,
} from './reader.ts'
import type { ScannedMessage } from './scanned-message.ts'

interface TurnContext {
  reader: BurstReader & { request: TurnRequest }
  reading: BurstReading
  phrases: Phrases
  /** To what was asked. */
  answer: string
}
type WrittenTurn = Pick<Turn, 'reply' | 'action'> & Partial<Turn>

/** What is said next, and what it means for the chat. */
export function writeTurn(writing: TurnContext): WrittenTurn {
  const { reader, reading, phrases, answer } = writing
  const { request, words } = reader
  const { messages, byKey, declined, half, unclear } = reading
  const isNews = byKey.size > 0 || declined.size > 0 || half !== undefined || unclear !== undefined
  if (request.phase === 'confirming' && !isNews) return writeConfirmation(writing)
  const greeting = greetingOf(reader, phrases)
  const say = (...parts: string[]) => {
    const isAsking = parts.some((part) => part !== '')
    // One question is enough.
    return lines(isAsking ? (helloIn(greeting) ?? greeting) : greeting, answer, ...parts)
  }
  const ask = (fields: readonly JobField[], ...parts: string[]): WrittenTurn => ({
    reply: say(...parts),
    asks: fields.map(({ key }) => key),
    action: 'continue',
  })
  for (const { field, refused } of byKey.values())
    if (refused !== undefined) {
      // What was answered was no try to choose.
      const isOther = answer !== '' && refused.code === 'not_an_option'
      return ask(
        [field],
        isOther ? questionFor(field, phrases) : repeatQuestion(field, refused, phrases),
      )
    }
  if (unclear !== undefined && !byKey.has(unclear.field.key)) {
    const offers = [unclear.one, unclear.other].map((value) =>
      value.includes('-') ? dayText(value, phrases.locale) : value,
    )
    const [one = '', other = ''] = offers
    return { ...ask([unclear.field], fillBlanks(phrases.twoDays, { one, other })), offers }
  }
  if (half !== undefined && !byKey.has(half.field.key))
    return ask([half.field], otherHalf(half, request, phrases))
  const open = openFieldsAfter(writing)
  const sorry = notUnderstood(writing)
  // A greeting that asks something needs no other question.
  const isHello =
    isNewChat(request) &&
    !isNews &&
    messages.every((one) => isOnlyCourtesy(one, words) || isNudge(one, words))
  if (isHello && asksSomething(greeting)) return ask([])
  if (open.length > 0) {
    const asks = request.job.behaviour.askOneAtATime ? open.slice(0, 1) : open
    const lead = leadIn(writing)
    if (lead === sorry && asksSomething(sorry)) return ask([], sorry)
    return ask(asks, lead, nextQuestion(asks, phrases))
  }
  if (isNews) return { reply: say() || phrases.noted, action: 'complete' }
  if (messages.every((one) => isThanks(one, words)))
    return { reply: phrases.pleasure, action: 'continue', intent: 'small_talk' }
  const isLost = answer === '' && makesNoSense(messages)
  if (isLost && !asksSomething(greeting) && !lastReply(request).includes(sorry)) {
    const question = asksSomething(sorry) ? '' : phrases.sayAgain
    return { reply: say(sorry, question), action: 'continue' }
  }
  if (answer !== '' || isNewChat(request)) return { reply: say(), action: 'continue' }
  const isWaiting = messages.some((one) => isNudge(one, words))
  const isGreeted = messages.every((one) => isGreeting(one, words))
  if (
    !isWaiting &&
    !isGreeted &&
    messages.every((one) => isOnlyCourtesy(one, words) || isYes(one, words))
  )
    return { reply: '', action: 'ignore' }
  if (isWaiting || isGreeted) return { reply: helloOf(phrases, ''), action: 'continue' }
  return {
    reply: phrases.seen,
    unanswered: messages.map(({ text }) => text).join(' '),
    action: 'continue',
  }
}

/** Asks for the other half of a moment, or for another day where the business is closed on that one. */
function otherHalf(
  { field, day }: NonNullable<BurstReading['half']>,
  { now, business }: TurnRequest,
  phrases: Phrases,
): string {
  const { problems, locale } = phrases
  if (day === undefined) return problems['need_day'] ?? ''
  const value = day.toString()
  const closed = checkDate(
    { field: { ...field, type: 'date' }, value, fields: [], values: {} },
    { now, ...business },
  )
  return closed === undefined
    ? fillBlanks(problems['need_time'] ?? '', { day: dayText(value, locale) })
    : repeatQuestion(field, closed, phrases)
}

/** What is still to be asked, with what was understood now. */
function openFieldsAfter({ reader, reading }: TurnContext): JobField[] {
  const open = fieldsLeftToAsk(reader.request, reading)
  const unknown = open.filter(({ key }) => !reading.likely.has(key))
  return unknown.length > 0 ? unknown : open
}

/** The greeting of a new chat. */
export function greetingOf(
  { request }: Pick<TurnContext['reader'], 'request'>,
  phrases: Phrases,
): string {
  if (request.isEdited === true || !isNewChat(request)) return ''
  return request.job.greeting || helloOf(phrases, request.business.name)
}

/** What stands before the next question. */
function leadIn({ reader, reading, phrases, answer }: TurnContext): string {
  const { request, words } = reader
  const { messages, byKey } = reading
  const [declined] = reading.declined.keys()
  const field = request.fields.find((state) => state.field.key === declined)?.field
  if (field !== undefined) {
    const needed = fillBlanks(phrases.needed, { label: field.label })
    if (!field.required) return phrases.fine
    return lastReply(request).includes(needed) ? '' : needed
  }
  if (answer !== '' || isNewChat(request)) return ''
  if (byKey.size > 0) return phrases.noted
  if (messages.every((one) => isThanks(one, words))) return phrases.pleasure
  if (messages.some(({ message }) => message.file !== undefined)) return phrases.pictureSeen
  if (messages.every((one) => isGreeting(one, words))) return helloOf(phrases, '')
  if (messages.every((one) => isOnlyCourtesy(one, words) || isNudge(one, words))) return ''
  if (messages.some(({ clauses }) => clauses.some((clause) => isAboutJob(clause, reader))))
    return ''
  const sorry = notUnderstood({ reader, phrases })
  return lastReply(request).includes(sorry) ? phrases.fine : sorry
}

const notUnderstood = ({ reader, phrases }: Pick<TurnContext, 'reader' | 'phrases'>): string =>
  reader.request.job.notUnderstoodMessage || phrases.notUnderstood

const asksSomething = (text: string): boolean => /[?؟]\s*$/.test(text)

/** Nothing but punctuation, or letters of which no language that is known has a word. */
const makesNoSense = (messages: readonly ScannedMessage[]): boolean =>
  messages.length > 0 && messages.every(isUnreadable)

function isUnreadable({ text, message }: ScannedMessage): boolean {
  if (text.trim() === '') return false
  if (message.file !== undefined || /[\p{N}\p{Extended_Pictographic}@/]/u.test(text)) return false
  if (!/\p{L}/u.test(text)) return true
  return detectLanguage(text) === undefined && conceptsOf(text).size === 0
}

function nextQuestion([first, ...others]: readonly JobField[], phrases: Phrases): string {
  if (first === undefined) return ''
  if (others.length === 0) return questionFor(first, phrases)
  return lines(phrases.askAll, ...[first, ...others].map(({ label }) => `• ${label}`))
}

/** The contact was shown the answers and asked whether they are right. */
function writeConfirmation({
  reader,
  reading: { messages },
  phrases,
  answer,
}: TurnContext): WrittenTurn {
  const { request, words } = reader
  const done = request.job.completionMessage || phrases.done
  // The last line of a summary asks whether everything is right.
  const summary = request.isChange === true ? phrases.changeSummary : phrases.summary
  const question = summary.slice(summary.lastIndexOf('\n') + 1)
  if (messages.length > 0 && messages.every((one) => isNudge(one, words)))
    return { reply: question, action: 'continue', intent: 'small_talk' }
  // Whoever says both means what was said last.
  const last = messages.findLast((one) => isYes(one, words) || isNo(one, words))
  const isRight =
    last === undefined ? messages.some((one) => isSatisfied(one, words)) : isYes(last, words)
  if (isRight) return { reply: lines(answer, done), action: 'complete' }
  if (last !== undefined || messages.some((one) => corrects(one, words)))
    return { reply: lines(answer, phrases.whatToChange), action: 'continue', intent: 'correction' }
  if (answer !== '') return { reply: lines(answer, question), action: 'continue' }
  if (!makesNoSense(messages) && messages.every((one) => isOnlyCourtesy(one, words)))
    return { reply: '', action: 'ignore', intent: 'small_talk' }
  const sorry = notUnderstood({ reader, phrases })
  return { reply: lines(sorry, asksSomething(sorry) ? '' : question), action: 'continue' }
}

const lines = (...parts: string[]): string => parts.filter((part) => part !== '').join('\n')
