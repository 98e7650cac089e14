import type { MessageChoices } from '@errand/contract/chats/message'
import type { HandoffReason } from '@errand/contract/chats/session'
import type { FieldProblem } from '@errand/contract/problem'

import { asksForPerson } from '../ai/asks-for-person.ts'
import { phrasesFor } from '../ai/phrases/phrases.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import { metaOf, type Collected } from '../form-data/collected.ts'
import { mergeAnswers } from '../form-data/merge-answers.ts'
import { placeOf } from '../form-data/reading.ts'
import { answersOf, type TurnAnswers } from './check-answers.ts'
import { isWhole } from './field-states.ts'
import { choicesFor } from './choices-for.ts'
import { filterReply } from './filter-reply.ts'
import { splitReply } from './split-reply.ts'
import { writeReply } from './write-reply.ts'

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
