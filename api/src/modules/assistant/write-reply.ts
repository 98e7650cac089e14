import type { MessageChoices } from '@errand/contract/chats/message'
import type { HandoffReason } from '@errand/contract/chats/session'
import type { FieldProblem } from '@errand/contract/problem'
import { plainText } from '@errand/contract/visible-text'

import { allVersionsOf } from '../ai/language/translate-fields.ts'
import { inContactLanguage } from '../phrases/own-texts.ts'
import { english, fillBlanks, type Phrases } from '../phrases/phrases.ts'
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
import { textBesidesAnswers, withoutQuestions } from './besides-answers.ts'
import { hasAllAnswers } from './collected.ts'

interface ReplyInput {
  turn: Turn
  request: TurnRequest
  /** With its fields in the language of the chat. */
  after: CollectedAnswers
  /** Whether the contact was shown all of `after`. */
  isKnown: boolean
  problems: FieldProblem[]
  /** What is done, whatever the provider wanted. */
  action: Turn['action']
  handoffReason: HandoffReason | null
  /** The contact's question of this turn that nothing answers, in their own words. */
  unanswered: string | null
  /** None when nobody has written any in the language of the chat: then the provider's words stand. */
  phrases: Phrases | undefined
}

interface Written {
  /** What is sent, one message each. */
  messages: string[]
  /** The keys of the fields that it asks for. */
  asks: readonly string[]
  /** Whether it lists all answers, to be confirmed. */
  isSummary: boolean
}

/** The provider's reply, or ours where it would say something that is not so. */
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

/** The owner's text stands alone; only in an emergency, or to a question, there is more to say. */
function writeHandoff({ turn, request, handoffReason, phrases }: ReplyInput): Written {
  const owners = inContactLanguage(request.job.handoffMessage, phrases?.tag ?? '')
  const own = owners || phrases?.handoff || turn.reply || english.handoff
  const sorry = turn.intent === 'complaint' ? `${phrases?.sorry ?? ''} ` : ''
  // What to do at once is said whole, and nobody is told by us to wait meanwhile.
  if (handoffReason === 'emergency' && turn.reply !== '') return replyOf(turn.reply, owners)
  const isQuestion = turn.intent === 'question' && turn.unanswered === null && own !== turn.reply
  return replyOf(isQuestion ? withoutQuestions(turn.reply) : '', `${sorry}${own}`.trim())
}

/** The owner's text stands alone, word for word; what was asked beside the yes is answered before it. */
function writeCompletion(said: ReplyInput): Written {
  const { turn, request, phrases } = said
  const owners = inContactLanguage(request.job.completionMessage, phrases?.tag ?? '')
  const theirs = turn.action === 'complete' ? turn.reply : ''
  const own = owners || theirs || phrases?.done || turn.reply || english.done
  if (own === turn.reply)
    return replyOf(own, phrases === undefined ? '' : openQuestionsNote(said, phrases, own))
  const answer = hasAskedQuestion(turn) ? withoutQuestions(turn.reply) : ''
  return replyOf(answer, own, openQuestionsNote(said, phrases ?? english, answer))
}

/** Asks for what is next, or shows everything, where the provider does neither as it should. */
function writeContinuation(said: ReplyInput): Written {
  const { turn, request, after, isKnown, problems } = said
  // Better in English than that somebody confirms what nobody has shown.
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
    // A contact whose question was answered made no choice that could be wrong.
    const isAsked = problem.code === 'not_an_option' && turn.sources.length > 0
    const again = isAsked ? questionFor(field, phrases) : problemText(toRefused(problem), phrases)
    const isSaid = turn.reply.includes(again)
    const text = isSaid
      ? turn.reply
      : withAnswer(turn, repeatQuestion(field, toRefused(problem), phrases))
    return { ...replyOf(text), asks: [field.key] }
  }
  const [next] = fieldsToAsk(after)
  const isThrough = turn.action === 'complete'
  if (next === undefined) {
    const isAsked = isKnown && turn.reply !== ''
    if (!hasAllAnswers(after) || isAsked || !request.job.behaviour.confirmAtEnd) return own
    return { ...replyOf(withSummary(said, phrases)), isSummary: true }
  }
  // It says nothing, believes to be through, or shows everything, but something is left to ask.
  const isEarly =
    turn.reply === '' || isThrough || (hasAllAnswers(after) && asks.length === 0 && !isKnown)
  if (!isEarly) return own
  return { ...replyOf(withAnswer(turn, questionFor(next, phrases))), asks: [next.key] }
}

/** All answers in our list; what else the provider says stands before it, once. */
function withSummary(said: ReplyInput, phrases: Phrases): string {
  const { turn, request, after } = said
  const { business } = request
  const answers = toShownAnswers(after.fields, after.values, { phrases, business })
  const besides = textBesidesAnswers(turn.reply, answers, after)
  const ours = writeSummary(answers, phrases, openQuestionsNote(said, phrases, besides))
  // Who believes to be through says so, which is not so yet.
  if (turn.action === 'complete') return withAnswer(turn, ours)
  return besides === '' || ours.includes(besides) ? ours : `${besides}\n\n${ours}`
}

/** Enough of a question to know it again. */
const maxQuotedLength = 120

/** That the team has still to answer what was asked, also just now where the reply does not say so. */
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

/** Ways to reach somebody, which are not ours to spread: a link, an address, a number of six digits. */
const contactPoint = /\S*(?:\.[\p{L}\p{N}]|@|:\/\/)\S*|\+?\d(?:[\s()./-]?\d){5,}/gu

/** In one line and between our marks: nothing that a contact writes may look like words of ours. */
function quoteQuestion(question: string): string {
  const text = plainText(question)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[“”„"«»]/g, "'")
    .replaceAll(contactPoint, '…')
  const letters = Array.from(text)
  const isLong = letters.length > maxQuotedLength
  return `“${isLong ? `${letters.slice(0, maxQuotedLength).join('')}…` : text}”`
}

/** What it says that it asks for, or else whose question stands in it, in whatever language. */
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

/** Whether the contact has asked something that the reply answers. */
const hasAskedQuestion = ({ intent, unanswered }: Turn): boolean =>
  intent === 'question' || unanswered !== null

/** What was answered to a question of the contact stays in front of what is ours. */
function withAnswer(turn: Turn, ours: string): string {
  const answer = hasAskedQuestion(turn) || turn.sources.length > 0 ? answerBeside(turn, ours) : ''
  return answer === '' ? ours : `${answer}\n${ours}`
}

/** The reply without what it asks, unless we say the same. */
function answerBeside({ reply }: Turn, ours: string): string {
  const lines = reply.split('\n')
  // What stands below a question belongs to it.
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

/** What WhatsApp takes: so many, each so long, below a text of at most so many letters. */
const buttons = { most: 3, longest: 20 }
const list = { most: 10, longest: 24 }
const maxChoicesText = 1024

/** Stands for a field's key where everything together is asked about. */
export const confirmKey = 'confirm'

/** What a choice answers: the key of a field, or that everything is right. */
export const keyOfChoice = ({ id }: { id: string }): string => id.slice(0, id.indexOf(':'))

interface Asked {
  text: string
  /** The keys of the fields that it asks for. */
  asks: readonly string[]
  after: Pick<CollectedAnswers, 'fields' | 'values'>
  /** Whether it asks if everything is right. */
  isSummary: boolean
  phrases: Phrases
  /** What else it offers to choose from. */
  offers?: readonly string[] | undefined
}

/**
 * What the contact can tap to answer a reply: the options of the choice that it asks for, or yes and
 * no. What is tapped comes back as its own words and is read like them, so nothing is lost where a
 * phone shows no buttons; none where WhatsApp would cut the words, or for several questions at once.
 */
export function choicesFor({
  text,
  asks,
  after,
  isSummary,
  phrases,
  offers = [],
}: Asked): MessageChoices | null {
  if (text === '' || text.length > maxChoicesText) return null
  if (isSummary) return yesOrNo(confirmKey, phrases)
  const [key, ...others] = asks
  const field = after.fields.find((one) => one.key === key)
  if (field === undefined || others.length > 0) return null
  const isOffered = offers.length > 0 && offers.every((title) => text.includes(title))
  if (isOffered)
    return toChoices(
      offers.map((title) => ({ id: `${field.key}:${title}`, title })),
      phrases,
    )
  if (field.type === 'boolean') return yesOrNo(field.key, phrases)
  if (field.type !== 'select') return null
  const options = (field.options ?? []).map(({ value, label }) => ({
    id: `${field.key}:${value}`,
    title: label,
  }))
  return toChoices(options, phrases)
}

const yesOrNo = (key: string, { yes, no }: Phrases): MessageChoices => ({
  kind: 'buttons',
  options: [
    { id: `${key}:yes`, title: yes },
    { id: `${key}:no`, title: no },
  ],
})

function toChoices(options: MessageChoices['options'], phrases: Phrases): MessageChoices | null {
  const longest = Math.max(...options.map(({ title }) => title.length))
  const areTitlesUnique = new Set(options.map(({ title }) => fold(title))).size === options.length
  if (options.length === 0 || !areTitlesUnique) return null
  if (options.length <= buttons.most && longest <= buttons.longest) {
    return { kind: 'buttons', options }
  }
  const isShort = options.length <= list.most && longest <= list.longest
  return isShort ? { kind: 'list', open: phrases.showChoices, options } : null
}
