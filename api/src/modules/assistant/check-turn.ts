import { isDeepStrictEqual } from 'node:util'

import type { MessageChoices } from '@errand/contract/chats/message'
import type { HandoffReason } from '@errand/contract/chats/session'
import { maxQuestionLength } from '@errand/contract/job-answers'
import type { FieldProblem } from '@errand/contract/problem'

import { promisesPerson } from '../ai/language/claims.ts'
import { translateFields, translateText } from '../ai/language/translate-fields.ts'
import { asksForPerson, businessTexts, type Turn, type TurnRequest } from '../ai/turn.ts'
import { metaOf, fieldsToAsk, type CollectedAnswers, type Slots } from '../answers/collected.ts'
import type { TurnStart } from '../answers/proposals.ts'
import { fold } from '../answers/reading.ts'
import { english, phrasesFor, type Phrases } from '../phrases/phrases.ts'
import { cancelledBy, isForOwner } from './agreed.ts'
import { choicesFor } from './choices.ts'
import { askedAfter, hasAllAnswers } from './collected.ts'
import { filterReply, type FilterOptions } from './filter-reply.ts'
import { splitReply } from './reply-format.ts'
import { readTurnAnswers, mergeTurn, messageWithQuote, type TurnAnswers } from './turn-answers.ts'
import { writeReply } from './write-reply.ts'

interface TurnToCheck
  extends
    Pick<FilterOptions, 'isBuiltIn' | 'otherNames'>,
    Pick<TurnStart, 'collected'>,
    Partial<Omit<TurnStart, 'collected'>> {
  turn: Turn
  request: TurnRequest
  /** Whether the contact was shown these answers. */
  isShown: boolean
  /** Whether long replies are split into several messages, each of which is charged. */
  isSplit?: boolean
  /** The other bookings, of a job that takes only so many at one time. */
  slots?: Slots | undefined
}

/** A turn of the model, checked and corrected by the product. */
export interface CheckedTurn {
  intent: Turn['intent']
  action: Turn['action']
  handoffReason: HandoffReason | null
  /** The messages to send; on a handoff, the owner's text for it. */
  replies: string[]
  /** What the contact can tap to answer the last message. */
  choices: MessageChoices | null
  /** The answers that were read, with their sources. */
  news: TurnAnswers
  /** The keys of the fields that the reply asks for. */
  asks: readonly string[]
  /** The answers of the chat after the turn. */
  after: CollectedAnswers
  /** The contact was shown them and has said yes. */
  isConfirmed: boolean
  problems: FieldProblem[]
  /** Whether the contact has been shown all answers once the reply arrives. */
  isShown: boolean
  language: string
  confidence: number
  /** The kinds of invented facts that were removed from the reply. */
  removed: string[]
  /** The passages of the business's texts that the reply is based on. */
  sources: string[]
  /** The contact's question that no text of the business answers. */
  unanswered: string | null
  /** The answers whose booking the contact asks to cancel. */
  cancels: readonly string[]
  /** The reply promises that a person will look at it, so the owner has to be notified. */
  asksForOwner: boolean
}

/** Below this confidence the assistant hands over, if the job wants that. */
const minConfidence = 0.3

/**
 * Checks a turn that a model proposes: whether its answers are valid, whether the chat is complete, and
 * what of the reply may be sent. Nothing is stored here.
 */
export function checkTurn(given: TurnToCheck): CheckedTurn {
  const { turn: whole, request, collected, isAnother = false, isAgreed = false } = given
  const isPassedOn = isForOwner(whole, request, { isAnother, isAgreed })
  const proposed = isPassedOn ? { ...whole, fields: {}, evidence: {} } : whole
  const phrases = phrasesFor(languageOf(proposed, request))
  const read = readAnswers(proposed, given, phrases)
  const filter = filterOf(proposed, given, { ...read, phrases })
  const reply = filter(proposed.reply)
  const turn = { ...proposed, reply: reply.text }
  const isUnchanged = isDeepStrictEqual(read.after.values, collected.values)
  const isKnown = given.isShown && isUnchanged
  const isSettled = given.isSettled === true && isUnchanged
  const isSilenced = reply.text === '' && reply.removed.length > 0
  const handoffReason = reasonToHandOff({ ...read, turn, request, isSilenced })
  const action =
    handoffReason === null ? actionOf({ ...read, turn, request, isKnown, isSettled }) : 'handoff'
  const asked = unansweredQuestionOf(turn, request)
  const written = writeReply({
    turn,
    request,
    after: { ...read.after, fields: read.shown },
    isKnown,
    isSettled,
    isChange: isAgreed && (given.isProposed === true || !isUnchanged),
    problems: translateProblems(read.problems, request, phrases),
    action,
    handoffReason,
    unanswered: asked,
    phrases,
  })
  const own = written.messages.map((text) => filter(text, { isOurs: true }))
  const messages = own.map(({ text }) => text).filter((text) => text !== '')
  const text = messages.at(-1) ?? ''
  const asks = text === '' ? [] : written.asks
  const after = { ...read.after, asked: askedAfter(read.after, asks) }
  const shown = { ...written, text, asks, after: { ...after, fields: read.shown } }
  const unanswered = action === 'continue' || action === 'complete' ? asked : null
  return {
    intent: turn.intent,
    action: text === '' && action === 'continue' ? 'ignore' : action,
    handoffReason,
    replies: messages.flatMap((message) => splitReply(message, given.isSplit === true)),
    asks,
    choices:
      action === 'continue' && phrases !== undefined
        ? choicesFor({ ...shown, phrases, offers: turn.offers })
        : null,
    news: read.news,
    after,
    isConfirmed: action === 'complete' && request.job.behaviour.confirmAtEnd,
    problems: read.problems,
    isShown: isKnown || (written.isSummary && text !== ''),
    language: turn.language,
    confidence: turn.confidence,
    removed: [reply, ...own].flatMap(({ removed }) => removed),
    sources: sourcesOf(turn, request),
    unanswered,
    cancels: cancelledBy(whole, request),
    asksForOwner:
      isPassedOn || unanswered !== null || (action === 'continue' && promisesPerson(text)),
  }
}

/** The answers of a turn, those of the chat with them, and the fields as the contact is shown them. */
function readAnswers(
  turn: Turn,
  { request, collected, isAgreed = false, slots }: TurnToCheck,
  phrases: Phrases | undefined,
) {
  // In an unsupported language, the owner's own words fit the contact better than English ones.
  const shown =
    phrases === undefined
      ? collected.fields
      : translateFields(collected.fields, request.job.translations, phrases.tag)
  const news = readTurnAnswers(turn, request, { ...collected, fields: shown })
  const merging = { turn, request, collected, isProposal: isAgreed, shown, slots }
  const { collected: after, problems } = mergeTurn(news, merging)
  return { shown, news, after, problems }
}

/** What keeps out of a text whatever may not be said in this chat. */
function filterOf(
  { action, handoffReason }: Turn,
  { request, isBuiltIn = false, otherNames = [] }: TurnToCheck,
  { after, phrases }: { after: CollectedAnswers; phrases: Phrases | undefined },
) {
  const isEmergency = action === 'handoff' && handoffReason === 'emergency'
  const spoken = withOneLanguage(request, (phrases ?? english).tag)
  return (text: string, options: FilterOptions = {}) =>
    filterReply(text, spoken, after, { isBuiltIn, otherNames, isEmergency, ...options })
}

const translateProblems = (
  problems: readonly FieldProblem[],
  { job }: TurnRequest,
  phrases: Phrases | undefined,
): FieldProblem[] =>
  problems.map((problem) => ({
    ...problem,
    detail: translateText(problem.detail, job.translations, phrases?.tag ?? ''),
  }))

/** The request with the translations of one language alone, as searching all of them takes long. */
const withOneLanguage = (request: TurnRequest, language: string): TurnRequest => {
  const texts = request.job.translations.get(language) ?? new Map<string, string>()
  return { ...request, job: { ...request.job, translations: new Map([[language, texts]]) } }
}

/** The unanswered question in the contact's own words, even if the model has reworded it. */
function unansweredQuestionOf({ unanswered }: Turn, request: TurnRequest): string | null {
  if (unanswered === null || unanswered.trim() === '') return null
  const isSaid =
    messageWithQuote({ history: [], inbound: request.inbound }, unanswered) !== undefined
  const { text = '' } = request.inbound.findLast((message) => message.text.trim() !== '') ?? {}
  const question = isSaid ? unanswered : text
  return question.trim().slice(0, maxQuestionLength).toWellFormed()
}

/** Keeps only the sources that really stand in the business's texts. */
function sourcesOf({ sources }: Turn, request: TurnRequest): string[] {
  const texts = businessTexts(request).map(fold)
  return sources
    .map((source) => source.trim())
    .filter((source) => source !== '' && texts.some((text) => text.includes(fold(source))))
    .slice(0, maxSources)
}

const maxSources = 5

/** The language of the job, or else the one that the contact writes in. */
const languageOf = ({ language }: Turn, { job }: TurnRequest): string =>
  job.language === 'auto' ? language : job.language

interface CheckOutcome {
  turn: Turn
  request: TurnRequest
  after: CollectedAnswers
  news: TurnAnswers
  problems: FieldProblem[]
  /** The filter has removed the whole reply. */
  isSilenced: boolean
}

function reasonToHandOff({
  turn,
  request,
  isSilenced,
  ...rest
}: CheckOutcome): HandoffReason | null {
  const { handoff } = request.job
  if (turn.action === 'handoff' && turn.handoffReason === 'emergency') return 'emergency'
  if (turn.intent === 'person' || asksForPerson(request)) return 'customer_request'
  if (turn.intent === 'complaint' && handoff.onAngry) return 'negative_sentiment'
  if (turn.action === 'handoff') {
    const reason = turn.handoffReason ?? 'unsupported_request'
    if (reason !== 'negative_sentiment' || handoff.onAngry) return reason
  }
  if (hasTriedEnough(rest, request)) return 'max_attempts'
  if (isSilenced && turn.action === 'continue') return 'missing_knowledge'
  const isUnsure = handoff.onLowConfidence && turn.confidence < minConfidence
  return isUnsure && turn.action === 'continue' ? 'missing_knowledge' : null
}

/** Whether a required field was answered wrongly or declined for the last time that it may be asked. */
function hasTriedEnough(
  { after, news, problems }: Pick<CheckOutcome, 'after' | 'news' | 'problems'>,
  { job }: TurnRequest,
): boolean {
  const refused = new Set([...news.declined, ...problems.map(({ pointer }) => keyOf(pointer))])
  return after.fields.some(
    ({ key, required }) =>
      required &&
      refused.has(key) &&
      !Object.hasOwn(after.values, key) &&
      (metaOf(after, key)?.attempts ?? 0) >= job.behaviour.maxFieldAttempts,
  )
}

/** The field key at the end of a JSON pointer; keys need no escaping. */
const keyOf = (pointer: string): string => pointer.split('/').at(-1) ?? ''

/**
 * A chat is complete when no question is open, no answer was refused and, if the job wants it, the
 * contact has confirmed the answers.
 */
function actionOf({
  turn: { action },
  request,
  after,
  isKnown,
  isSettled,
  problems,
}: Pick<CheckOutcome, 'turn' | 'request' | 'after' | 'problems'> & {
  isKnown: boolean
  isSettled: boolean
}): Turn['action'] {
  if (problems.length > 0) return 'continue'
  // A thank-you after the completion does not complete the chat again.
  if (isSettled || !hasAllAnswers(after)) return action === 'ignore' ? 'ignore' : 'continue'
  if (!request.job.behaviour.confirmAtEnd)
    return fieldsToAsk(after).length > 0 ? 'continue' : 'complete'
  return isKnown && (action === 'complete' || action === 'ignore') ? action : 'continue'
}
