import type { MessageChoices } from '@errand/contract/chats/message'
import type { HandoffReason } from '@errand/contract/chats/session'
import type { FieldProblem } from '@errand/contract/problem'

import { phrasesFor } from '../ai/phrases/phrases.ts'
import { asksForPerson, type Turn, type TurnMessage, type TurnRequest } from '../ai/turn.ts'
import { metaOf, type Collected, type NewAnswers, type Origin } from '../form-data/collected.ts'
import { mergeAnswers } from '../form-data/merge-answers.ts'
import { saidNumber } from '../form-data/numbers/said-number.ts'
import { isBlank } from '../form-data/read-answer.ts'
import { fold, placeOf } from '../form-data/reading.ts'
import { fieldWaitingFor, isTaken, isWhole } from './collected.ts'
import { filterReply, splitReply } from './filter-reply.ts'
import { choicesFor, writeReply } from './write-reply.ts'

interface Given {
  turn: Turn
  request: TurnRequest
  /** What the chat has collected before it. */
  collected: Collected
  /** Whether the contact was shown what has been collected before it. */
  isShown: boolean
  /** Long replies go out in parts; each is paid for. */
  isSplit?: boolean
}

/** A turn as the product stands up for it. */
export interface CheckedTurn {
  action: Turn['action']
  handoffReason: HandoffReason | null
  /** What is sent, one message each; on a handoff it is the owner's text for that. */
  replies: string[]
  /** What the contact can tap to answer the last of them. */
  choices: MessageChoices | null
  /** For `putAnswers`, with the contact as their source. */
  news: TurnAnswers
  /** What the chat has collected with them. */
  after: Collected
  problems: FieldProblem[]
  /** Whether the contact has seen all that was collected, once the reply is there. */
  isShown: boolean
  language: string
  confidence: number
  /** What was taken out of the reply because nobody had told it to the assistant. */
  removed: string[]
}

/** Below this the provider itself does not believe in what it says. */
const leastConfidence = 0.3

/**
 * What may be taken over of a turn. A provider proposes: whether answers are valid, whether the chat
 * is through, and what may be said is decided here, and changes nothing yet.
 */
export function checkTurn({
  turn,
  request,
  collected,
  isShown,
  isSplit = false,
}: Given): CheckedTurn {
  const news = answersOf(turn, request, collected)
  const { collected: after, problems } = mergeAnswers(collected, {
    ...news,
    source: 'contact',
    at: request.now,
    place: placeOf(request.business, turn.language),
  })
  const handoffReason = reasonToHandOff({ turn, request, after, news, problems })
  const isKnown = isShown && after.values === collected.values
  const action = handoffReason === null ? actionOf({ turn, request, after, isKnown }) : 'handoff'
  const phrases = phrasesFor(languageOf(turn, request))
  const written = writeReply({ turn, request, after, isKnown, problems, action, phrases })
  const { text, removed } = filterReply(written, request, after)
  const isConfirming = isWhole(after) && request.job.behaviour.confirmAtEnd
  const choices =
    action === 'continue' && phrases !== undefined
      ? choicesFor({ text, after, isConfirming, phrases })
      : null
  const isTold = action === 'continue' && text !== '' && isWhole(after) && problems.length === 0
  return {
    action: text === '' && action === 'continue' ? 'ignore' : action,
    handoffReason,
    replies: splitReply(text, isSplit),
    choices,
    news,
    after,
    problems,
    isShown: isKnown || isTold,
    language: turn.language,
    confidence: turn.confidence,
    removed,
  }
}

/** The owner's choice, or else what the contact writes in. */
const languageOf = ({ language }: Turn, { job }: TurnRequest): string =>
  job.language === 'auto' ? language : job.language

interface Outcome {
  turn: Turn
  request: TurnRequest
  after: Collected
  news: TurnAnswers
  problems: FieldProblem[]
}

function reasonToHandOff({ turn, request, ...rest }: Outcome): HandoffReason | null {
  const { handoff } = request.job
  if (asksForPerson(request)) return 'customer_request'
  if (turn.action === 'handoff') {
    const reason = turn.handoffReason ?? 'unsupported_request'
    if (reason !== 'negative_sentiment' || handoff.onAngry) return reason
  }
  if (hasTriedEnough(rest, request)) return 'max_attempts'
  const isUnsure = turn.confidence < leastConfidence && turn.action === 'continue'
  return handoff.onLowConfidence && isUnsure ? 'missing_knowledge' : null
}

/** Something that is needed was refused once more, and it was the last time that it is asked. */
function hasTriedEnough(
  { after, news, problems }: Pick<Outcome, 'after' | 'news' | 'problems'>,
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

/** A chat is through when nothing is missing and, where the owner wants it, the contact said so. */
function actionOf({
  turn: { action },
  request,
  after,
  isKnown,
}: Pick<Given, 'turn' | 'request'> & { after: Collected; isKnown: boolean }): Turn['action'] {
  if (!isWhole(after)) return action === 'ignore' ? 'ignore' : 'continue'
  if (!request.job.behaviour.confirmAtEnd) return 'complete'
  return isKnown && (action === 'complete' || action === 'ignore') ? action : 'continue'
}

/** What a turn has to say to the answers of a chat, as `putAnswers` takes it. */
interface TurnAnswers {
  answers: NewAnswers['answers']
  origins: NonNullable<NewAnswers['origins']>
  doubtful: readonly string[]
  declined: readonly string[]
}

/** How sure one can be of an answer that no words of the contact show. */
const doubtfulConfidence = 0.3

/**
 * The answers of a turn with where they come from. What the contact's own words do not show is
 * doubtful: a model may have made it up.
 */
function answersOf(turn: Turn, request: TurnRequest, collected: Collected): TurnAnswers {
  const answers: Record<string, unknown> = {}
  const origins: Record<string, Origin> = {}
  const doubtful: string[] = []
  const declined: string[] = []
  const place = placeOf(request.business, turn.language)
  for (const field of collected.fields) {
    const { key } = field
    const value = own(turn.fields, key)
    const quote = own(turn.evidence, key)
    const message = typeof quote === 'string' ? messageWith(request, quote) : undefined
    const origin: Origin =
      message === undefined || typeof quote !== 'string'
        ? { confidence: Math.min(turn.confidence, doubtfulConfidence) }
        : { messageId: message.id, evidence: quote.trim(), confidence: turn.confidence }
    if (isBlank(value)) {
      if (message === undefined || Object.hasOwn(collected.values, key)) continue
      declined.push(key)
      origins[key] = origin
      continue
    }
    const said =
      message === undefined || typeof quote !== 'string'
        ? undefined
        : saidNumber(field, { text: message.text, quote: quote.trim(), value }, place)
    answers[key] = said ?? value
    origins[key] = origin
    if (message === undefined) doubtful.push(key)
  }
  for (const { key, value, messageId } of attached(request, collected)) {
    answers[key] = value
    origins[key] = { messageId, confidence: 1 }
  }
  return {
    answers,
    origins,
    doubtful: doubtful.filter((key) => origins[key]?.messageId === undefined),
    declined,
  }
}

/** A file or a place is the answer to the first field that waits for one; it speaks for itself. */
function attached(request: Pick<TurnRequest, 'inbound'>, collected: Collected) {
  const { file: sent, location } = attachmentsOf(request)
  const file = sent?.file === undefined || isTaken(sent.file.id, collected) ? undefined : sent
  const places = fieldWaitingFor('location', collected)
  return [
    { field: fieldWaitingFor('file', collected), value: file?.file, messageId: file?.id },
    { field: places, value: location?.place, messageId: location?.id },
  ].flatMap(({ field, value, messageId }) =>
    field === undefined || value === undefined || messageId === undefined
      ? []
      : [{ key: field.key, value, messageId }],
  )
}

/** What is collected once the files and places of these messages are counted in. */
export function withAttached(
  collected: Collected,
  request: Pick<TurnRequest, 'inbound'>,
  { now: at, place }: { now: Date; place: NewAnswers['place'] },
): Collected {
  const found = attached(request, collected)
  if (found.length === 0) return collected
  const answers = Object.fromEntries(found.map(({ key, value }) => [key, value]))
  return mergeAnswers(collected, { answers, source: 'contact', at, place }).collected
}

const own = <T>(record: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined

type Chat = Pick<TurnRequest, 'history' | 'inbound'>

/**
 * The contact's message that has these words: as whole words if there is one, to the letter before
 * another case, and the last one of several.
 */
export function messageWith({ history, inbound }: Chat, quote: string): TurnMessage | undefined {
  const words = quote.trim()
  if (words === '') return undefined
  const said = [...history, ...inbound].filter(({ author }) => author === 'contact')
  const tests = [
    (text: string) => hasWords(text, words),
    (text: string) => text.includes(words),
    (text: string) => fold(text).includes(fold(words)),
  ]
  for (const has of tests) {
    const message = said.findLast(({ text }) => has(text))
    if (message !== undefined) return message
  }
  return undefined
}

/** `4` stands in `4 people` but not in `24 November`. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    // No character is longer than two units.
    const isOpen = !/[\p{L}\p{M}\p{N}]$/u.test(text.slice(Math.max(0, at - 2), at))
    const isClosed = !/^[\p{L}\p{M}\p{N}]/u.test(text.slice(end, end + 2))
    if (isOpen && isClosed) return true
  }
  return false
}

/** What came with the messages to answer: the last file and the last place. */
const attachmentsOf = ({ inbound }: Pick<TurnRequest, 'inbound'>) => ({
  file: inbound.findLast((message) => message.file !== undefined),
  location: inbound.findLast((message) => message.place !== undefined),
})
