import type { MessageChoices } from '@errand/contract/chats/message'
import type { HandoffReason } from '@errand/contract/chats/session'
import { maxQuestionLength } from '@errand/contract/job-answers'
import type { FieldProblem } from '@errand/contract/problem'

import { translateFields, translateText } from '../ai/language/translate-fields.ts'
import { inContactLanguage } from '../phrases/own-texts.ts'
import { english, phrasesFor, type Phrases } from '../phrases/phrases.ts'
import { asksForPerson, businessTexts, type Turn, type TurnRequest } from '../ai/turn.ts'
import { metaOf, fieldsToAsk, type CollectedAnswers } from '../answers/collected.ts'
import { fold } from '../answers/reading.ts'
import { hasAllAnswers } from './collected.ts'
import { promisesPerson } from '../ai/language/claims.ts'
import { filterReply, splitReply } from './filter-reply.ts'
import { readTurnAnswers, mergeTurn, messageWithQuote, type TurnAnswers } from './turn-answers.ts'
import { choicesFor, writeReply } from './write-reply.ts'

interface TurnToCheck {
  turn: Turn
  request: TurnRequest
  /** What the chat has collected before it. */
  collected: CollectedAnswers
  /** Whether the contact was shown what has been collected before it. */
  isShown: boolean
  /** Long replies go out in parts; each is paid for. */
  isSplit?: boolean
}

/** A turn as the product stands up for it. */
export interface CheckedTurn {
  intent: Turn['intent']
  action: Turn['action']
  handoffReason: HandoffReason | null
  /** What is sent, one message each; on a handoff it is the owner's text for that. */
  replies: string[]
  /** What the contact can tap to answer the last of them. */
  choices: MessageChoices | null
  /** What was read, with where it comes from. */
  news: TurnAnswers
  /** The keys of the fields that the reply asks for. */
  asks: readonly string[]
  /** What the chat has collected with them. */
  after: CollectedAnswers
  problems: FieldProblem[]
  /** Whether the contact has seen all that was collected, once the reply is there. */
  isShown: boolean
  language: string
  confidence: number
  /** What was taken out of the reply because nobody had told it to the assistant. */
  removed: string[]
  /** What the business has said and the reply rests on. */
  sources: string[]
  /** The contact's question that nothing of the business's answers. */
  unanswered: string | null
  /** Somebody was told that a person will see to it, so the owner has to hear of it. */
  asksForOwner: boolean
}

/** Below this the provider itself does not believe in what it says. */
const minConfidence = 0.3

/**
 * What may be taken over of a turn. A provider proposes: whether answers are valid, whether the chat
 * is through, and what may be said is decided here, and changes nothing yet.
 */
export function checkTurn({
  turn: proposed,
  request,
  collected,
  isShown,
  isSplit = false,
}: TurnToCheck): CheckedTurn {
  const phrases = phrasesFor(languageOf(proposed, request))
  const { tag } = phrases ?? english
  const { translations } = request.job
  // In a language that we do not write the owner's words are likelier to be the contact's than English.
  const fields =
    phrases === undefined ? collected.fields : translateFields(collected.fields, translations, tag)
  const news = readTurnAnswers(proposed, request, { ...collected, fields })
  const { collected: merged, problems } = mergeTurn(news, {
    turn: proposed,
    request,
    collected,
    shown: fields,
  })
  const spoken = withOneLanguage(request, tag)
  const said = filterReply(proposed.reply, spoken, merged, {
    isEmergency: proposed.action === 'handoff' && proposed.handoffReason === 'emergency',
  })
  const turn = { ...proposed, reply: said.text }
  const isSilenced = said.text === '' && said.removed.length > 0
  const outcome = { turn, request, after: merged, news, problems, isSilenced }
  const handoffReason = reasonToHandOff(outcome)
  const isUnchanged = merged.values === collected.values
  const isKnown = isShown && isUnchanged
  const action =
    handoffReason === null
      ? actionOf({ turn, request, after: merged, isKnown, isUnchanged, problems })
      : 'handoff'
  const asked = unansweredQuestionOf(turn, request)
  const written = writeReply({
    turn,
    request,
    after: { ...merged, fields },
    isKnown,
    problems: problems.map((problem) => ({
      ...problem,
      detail:
        phrases === undefined ? problem.detail : translateText(problem.detail, translations, tag),
    })),
    action,
    handoffReason,
    unanswered: asked,
    phrases,
  })
  const filtered = written.messages.map((text) =>
    filterReply(text, spoken, merged, { isOurs: true }),
  )
  const messages = filtered.map(({ text }) => text).filter((text) => text !== '')
  const text = messages.at(-1) ?? ''
  const asks = text === '' ? [] : written.asks
  const after = { ...merged, asked: askedAfter(merged, asks) }
  const choices =
    action === 'continue' && phrases !== undefined
      ? choicesFor({
          ...written,
          text,
          asks,
          after: { ...after, fields },
          phrases,
          offers: turn.offers,
        })
      : null
  const isHeard = action === 'continue' || action === 'complete'
  const unanswered = isHeard ? asked : null
  return {
    intent: turn.intent,
    action: text === '' && action === 'continue' ? 'ignore' : action,
    handoffReason,
    replies: messages
      .flatMap((message) => splitOffNote(message, unansweredNoteOf(request, phrases)))
      .flatMap((part) => splitReply(part, isSplit)),
    asks,
    choices,
    news,
    after,
    problems,
    isShown: isKnown || (written.isSummary && text !== ''),
    language: turn.language,
    confidence: turn.confidence,
    removed: [...said.removed, ...filtered.flatMap(({ removed }) => removed)],
    sources: sourcesOf(turn, request),
    unanswered,
    asksForOwner: unanswered !== null || (action === 'continue' && promisesPerson(text)),
  }
}

/** With the words of one language alone: those of all of them would be long to look through. */
const withOneLanguage = (request: TurnRequest, language: string): TurnRequest => {
  const texts = request.job.translations.get(language) ?? new Map<string, string>()
  return { ...request, job: { ...request.job, translations: new Map([[language, texts]]) } }
}

/** What is said where nothing answers a question. */
const unansweredNoteOf = ({ job }: TurnRequest, phrases: Phrases | undefined): string =>
  inContactLanguage(job.fallbackMessage, phrases?.tag ?? '') || (phrases?.dontKnow ?? '')

/** That somebody else will answer is a message of its own, so that nobody takes what is asked next for it. */
function splitOffNote(text: string, aside: string): string[] {
  // What stands within a line is no aside.
  const at = aside === '' ? -1 : `\n${text}\n`.indexOf(`\n${aside}\n`)
  if (at === -1) return [text]
  return [text.slice(0, at), aside, text.slice(at + aside.length)]
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** What was asked for again comes last. */
const askedAfter = (
  { asked, values }: CollectedAnswers,
  asks: readonly string[],
): readonly string[] =>
  asks.length === 0
    ? asked
    : [
        ...asked.filter((key) => !asks.includes(key)),
        ...asks.filter((key) => !Object.hasOwn(values, key)),
      ]

/** In the contact's own words, also where a model has worded it anew; of one message, with which it goes. */
function unansweredQuestionOf({ unanswered }: Turn, request: TurnRequest): string | null {
  if (unanswered === null || unanswered.trim() === '') return null
  const isSaid =
    messageWithQuote({ history: [], inbound: request.inbound }, unanswered) !== undefined
  const { text = '' } = request.inbound.findLast((message) => message.text.trim() !== '') ?? {}
  const question = isSaid ? unanswered : text
  return question.trim().slice(0, maxQuestionLength).toWellFormed()
}

/** What a model says to have read somewhere is only named where it stands. */
function sourcesOf({ sources }: Turn, request: TurnRequest): string[] {
  const texts = businessTexts(request).map(fold)
  return sources
    .map((source) => source.trim())
    .filter((source) => source !== '' && texts.some((text) => text.includes(fold(source))))
    .slice(0, maxSources)
}

const maxSources = 5

/** The owner's choice, or else what the contact writes in. */
const languageOf = ({ language }: Turn, { job }: TurnRequest): string =>
  job.language === 'auto' ? language : job.language

interface CheckOutcome {
  turn: Turn
  request: TurnRequest
  after: CollectedAnswers
  news: TurnAnswers
  problems: FieldProblem[]
  /** Nothing is left of the reply that may be said. */
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
  const isUnsure = turn.confidence < minConfidence && turn.action === 'continue'
  return handoff.onLowConfidence && isUnsure ? 'missing_knowledge' : null
}

/** Something that is needed was refused once more, and it was the last time that it is asked. */
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

/** Keys have no characters that a pointer would write otherwise. */
const keyOf = (pointer: string): string => pointer.split('/').at(-1) ?? ''

/**
 * A chat is through when nothing is left to ask, nothing was refused and, where the owner wants it, the
 * contact said so.
 */
function actionOf({
  turn: { action },
  request,
  after,
  isKnown,
  isUnchanged,
  problems,
}: Pick<CheckOutcome, 'turn' | 'request' | 'after' | 'problems'> & {
  isKnown: boolean
  isUnchanged: boolean
}): Turn['action'] {
  if (problems.length > 0) return 'continue'
  if (!hasAllAnswers(after)) return action === 'ignore' ? 'ignore' : 'continue'
  if (!request.job.behaviour.confirmAtEnd) {
    if (fieldsToAsk(after).length > 0) return 'continue'
    // Who says thanks after the end has not come to another one.
    const isOver = request.phase === 'completed' && isUnchanged
    if (!isOver) return 'complete'
    return action === 'ignore' ? 'ignore' : 'continue'
  }
  return isKnown && (action === 'complete' || action === 'ignore') ? action : 'continue'
}
