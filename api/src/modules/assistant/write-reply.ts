import type { HandoffReason } from '@errand/contract/chats/session'
import type { FieldProblem } from '@errand/contract/problem'
import { plainText } from '@errand/contract/visible-text'

import { promisesPerson } from '../ai/language/claims.ts'
import { allVersionsOf, translateText } from '../ai/language/translate-fields.ts'
import {
  toShownAnswers,
  problemText,
  repeatQuestion,
  questionFor,
  writeSummary,
} from '../ai/language/write-phrases.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import { fieldsToAsk, type CollectedAnswers } from '../answers/collected.ts'
import { fold } from '../answers/reading.ts'
import { english, fillBlanks, type Phrases } from '../phrases/phrases.ts'
import { textBesidesAnswers, withoutQuestions } from './besides-answers.ts'
import { hasAllAnswers } from './collected.ts'

interface ReplyInput {
  turn: Turn
  request: TurnRequest
  /** The answers, with fields in the language of the chat. */
  after: CollectedAnswers
  /** Whether the contact was shown all these answers. */
  isKnown: boolean
  /** They are agreed, and no change of them is proposed. */
  isSettled: boolean
  /** They would change what is agreed. */
  isChange: boolean
  problems: FieldProblem[]
  /** The action that was decided, whatever the model wanted. */
  action: Turn['action']
  handoffReason: HandoffReason | null
  /** The contact's question of this turn that no text of the business answers. */
  unanswered: string | null
  /** Undefined for an unsupported language: then the model's words are used. */
  phrases: Phrases | undefined
}

interface Written {
  /** The messages to send. */
  messages: string[]
  /** The keys of the fields that it asks for. */
  asks: readonly string[]
  /** Whether it lists all answers and asks for a confirmation. */
  isSummary: boolean
  /** Whether it asks if a change is meant, or one more. */
  asksWhich?: boolean
}

/** The model's reply, replaced by our own where it would be wrong. */
export function writeReply(said: ReplyInput): Written {
  const { action } = said
  if (action === 'ignore') return replyOf()
  if (action === 'handoff') return writeHandoff(said)
  return action === 'complete' ? writeCompletion(said) : writeContinuation(said)
}

const replyOf = (...messages: string[]): Written => ({
  messages: messages.filter((text) => text !== ''),
  asks: [],
  isSummary: false,
})

/**
 * The owner's handoff text, in the contact's language. Without one the model's own words are kept, and
 * the product says that a person takes over where they do not. With one they are added only in an
 * emergency, or as the answer to a question.
 */
function writeHandoff({ turn, request, handoffReason, phrases }: ReplyInput): Written {
  const { handoffMessage, translations } = request.job
  const owners = translateText(handoffMessage, translations, phrases?.tag ?? '')
  // In an emergency the model's instructions are sent whole, without our request to wait.
  if (handoffReason === 'emergency' && turn.reply !== '') return replyOf(turn.reply, owners)
  const isAnswer = turn.intent === 'question' && turn.unanswered === null
  const isAbout = turn.action === 'handoff' || ['complaint', 'person'].includes(turn.intent)
  const keepsReply = isAnswer || (owners === '' && (isAbout || phrases === undefined))
  // The assistant is silent after a handoff, so it asks nothing.
  const reply = keepsReply ? withoutQuestions(turn.reply) : ''
  const announcesPerson = reply !== '' && (phrases === undefined || promisesPerson(reply))
  if (owners === '' && announcesPerson) return replyOf(reply)
  const sorry = turn.intent === 'complaint' && reply === '' ? `${phrases?.sorry ?? ''} ` : ''
  const own = owners || (phrases ?? english).handoff
  return replyOf(reply, `${sorry}${own}`.trim())
}

/** The owner's completion text, word for word; a question asked together with the yes is answered before it. */
function writeCompletion(said: ReplyInput): Written {
  const { turn, request, phrases } = said
  const { completionMessage, translations } = request.job
  const owners = translateText(completionMessage, translations, phrases?.tag ?? '')
  const theirs = turn.action === 'complete' ? turn.reply : ''
  const own = owners || theirs || phrases?.done || turn.reply || english.done
  if (own === turn.reply)
    return replyOf(own, phrases === undefined ? '' : openQuestionsNote(said, phrases, own))
  const answer = hasAskedQuestion(turn) ? withoutQuestions(turn.reply) : ''
  return replyOf(answer, own, openQuestionsNote(said, phrases ?? english, answer))
}

/** Asks for the next field, or lists all answers, where the model fails to do so. */
function writeContinuation(said: ReplyInput): Written {
  const { turn, request, after, isKnown, problems } = said
  // Better an English list than a confirmation of answers that were not shown.
  const phrases = said.phrases ?? english
  const asks = asksOf(turn, after, request)
  const own: Written = { ...replyOf(turn.reply), asks }
  const [refused] = problems.flatMap((problem) => {
    const field = after.fields.find(({ key }) => problem.pointer.endsWith(`/${key}`))
    return field === undefined ? [] : [{ field, problem }]
  })
  if (refused !== undefined) {
    if (said.phrases === undefined) return own
    const { field, problem } = refused
    // If the contact asked a question, the text was not meant as a choice.
    const isAsked = problem.code === 'not_an_option' && turn.sources.length > 0
    const again = isAsked ? questionFor(field, phrases) : problemText(toRefused(problem), phrases)
    const isSaid = turn.reply.includes(again)
    const text = isSaid
      ? turn.reply
      : withAnswer(turn, repeatQuestion(field, toRefused(problem), phrases))
    return { ...replyOf(text), asks: [field.key] }
  }
  if (said.isSettled) return writeSettled(turn, own, phrases)
  if (turn.change === 'unclear' && said.isChange && !isKnown)
    return { ...replyOf(withAnswer(turn, phrases.whichBooking)), asksWhich: true }
  const [next] = fieldsToAsk(after)
  const startsFollowUp = turn.action === 'complete'
  if (next === undefined) {
    const isAsked = isKnown && turn.reply !== ''
    if (!hasAllAnswers(after) || isAsked || !request.job.behaviour.confirmAtEnd) return own
    return { ...replyOf(withSummary(said, phrases)), isSummary: true }
  }
  // The model is silent, completes or summarises although a question is open.
  const isEarly =
    turn.reply === '' || startsFollowUp || (hasAllAnswers(after) && asks.length === 0 && !isKnown)
  if (!isEarly) return own
  return { ...replyOf(withAnswer(turn, questionFor(next, phrases))), asks: [next.key] }
}

/** Where nothing agreed changes the model's words are sent, or ours where it has none. */
function writeSettled({ action, change, reply }: Turn, own: Written, phrases: Phrases): Written {
  // A yes that came too late completes nothing: the owner has decided meanwhile.
  if (action === 'complete') return replyOf(phrases.noted)
  if (change === 'keep') return replyOf(reply || phrases.unchanged)
  return change === 'cancel' ? replyOf(reply || phrases.seen) : own
}

/** Our own list of all answers, after the other parts of the model's reply. */
function withSummary(said: ReplyInput, phrases: Phrases): string {
  const { turn, request, after } = said
  const { business } = request
  const answers = toShownAnswers(after.fields, after.values, { phrases, business })
  const besides = textBesidesAnswers(turn.reply, answers, after)
  const ours = writeSummary(answers, phrases, {
    besides: openQuestionsNote(said, phrases, besides),
    isChange: said.isChange,
  })
  // If the model completes too early, its words about the completion are dropped.
  if (turn.action === 'complete') return withAnswer(turn, ours)
  return besides === '' || ours.includes(besides) ? ours : `${besides}\n\n${ours}`
}

/** Longer questions are cut when they are quoted. */
const maxQuotedLength = 120

/** The note that the team still has to answer the open questions, including one of this turn. */
function openQuestionsNote(
  { request, unanswered }: ReplyInput,
  phrases: Phrases,
  reply = '',
): string {
  const now = unanswered === null || reply !== '' ? [] : [unanswered]
  const open = new Set([...request.openQuestions, ...now])
  if (open.size === 0) return ''
  const questions = new Intl.ListFormat(phrases.locale).format([...open].map(quoteQuestion))
  return fillBlanks(phrases.stillOpen, { questions })
}

/** Links, addresses and numbers of six or more digits, which are not repeated. */
const contactPoint = /\S*(?:\.[\p{L}\p{N}]|@|:\/\/)\S*|\+?\d(?:[\s()./-]?\d){5,}/gu

/** Quotes a question in one line, so that the contact's words cannot look like ours. */
function quoteQuestion(question: string): string {
  const text = plainText(question)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[“”„"«»]/g, "'")
    .replaceAll(contactPoint, '…')
  const letters = Array.from(text)
  const isLong = letters.length > maxQuotedLength
  return `“${isLong ? `${letters.slice(0, maxQuotedLength).join('')}…` : text}”`
}

/** The fields that a reply asks for: those that the model names, or else those whose question it contains. */
function asksOf(
  { asks, reply }: Turn,
  { values }: Pick<CollectedAnswers, 'values'>,
  { fields, job }: TurnRequest,
): string[] {
  const open = fields.flatMap(({ field }) => (Object.hasOwn(values, field.key) ? [] : [field]))
  const named = open.filter(({ key }) => asks.includes(key))
  const said = fold(reply)
  const quoted = open.filter(
    ({ question = '' }) =>
      question !== '' &&
      allVersionsOf(question, job.translations).some((text) => said.includes(fold(text))),
  )
  return (named.length > 0 ? named : quoted).map(({ key }) => key)
}

/** Whether the contact has asked a question. */
const hasAskedQuestion = ({ intent, unanswered }: Turn): boolean =>
  intent === 'question' || unanswered !== null

/** Keeps the model's answer to a question of the contact before our own text. */
function withAnswer(turn: Turn, ours: string): string {
  const answer = hasAskedQuestion(turn) || turn.sources.length > 0 ? answerBeside(turn, ours) : ''
  return answer === '' ? ours : `${answer}\n${ours}`
}

/** The reply without its questions; empty if our own text contains it. */
function answerBeside({ reply }: Turn, ours: string): string {
  const lines = reply.split('\n')
  // The lines below a question belong to it.
  const asked = lines.findIndex((line) => /[?؟]\s*$/.test(line))
  const answer = lines
    .slice(0, asked === -1 ? lines.length : asked + 1)
    .map((line) => withoutQuestions(line))
    .filter((line) => line !== '')
    .join('\n')
  return ours.includes(answer) ? '' : answer
}

const toRefused = ({ code, detail, params }: FieldProblem) => ({
  code,
  detail,
  ...(params !== undefined && { params }),
})
