import type { MessageChoices } from '@errand/contract/chats/message'
import type { FieldProblem } from '@errand/contract/problem'

import { inLanguage } from '../ai/phrases/own-texts.ts'
import { english, type Phrases } from '../ai/phrases/phrases.ts'
import { problemText, questionAgain, questionFor, summaryOf } from '../ai/phrases/write-phrases.ts'
import { sentencesOf } from '../ai/sentences.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import { openQuestions, type Collected } from '../form-data/collected.ts'
import { fold } from '../form-data/reading.ts'
import { isWhole } from './collected.ts'

interface Said {
  turn: Turn
  request: TurnRequest
  after: Collected
  /** Whether the contact was shown all of `after`. */
  isKnown: boolean
  problems: FieldProblem[]
  /** What is done, whatever the provider wanted. */
  action: Turn['action']
  /** None when nobody has written any in the language of the chat: then the provider's words stand. */
  phrases: Phrases | undefined
}

interface Written {
  text: string
  /** The keys of the fields that it asks for. */
  asks: readonly string[]
  /** Whether it lists all answers, to be confirmed. */
  isSummary: boolean
}

/** The provider's reply, or ours where it would say something that is not so. */
export function writeReply(said: Said): Written {
  const { turn, request, action, phrases } = said
  const ownText = (text: string) => inLanguage(text, phrases?.tag ?? '')
  const handoffMessage = ownText(request.job.handoffMessage)
  const completionMessage = ownText(request.job.completionMessage)
  const only = (text: string): Written => ({ text, asks: [], isSummary: false })
  if (action === 'ignore') return only('')
  if (action === 'handoff') {
    const own = handoffMessage || phrases?.handoff || turn.reply || english.handoff
    const sorry = turn.intent === 'complaint' ? `${phrases?.sorry ?? ''} ` : ''
    return only(withAnswer(turn, `${sorry}${own}`.trim()))
  }
  // The owner's own words, whatever the provider says.
  if (action === 'complete') {
    const own = turn.action === 'complete' ? turn.reply || phrases?.done : phrases?.done
    return only(withAnswer(turn, completionMessage || own || turn.reply || english.done))
  }
  return corrected(said)
}

/** Asks for what is next, or shows everything, where the provider does neither as it should. */
function corrected(said: Said): Written {
  const { turn, request, after, isKnown, problems } = said
  // Better in English than that somebody confirms what nobody has shown.
  const phrases = said.phrases ?? english
  const asks = asksOf(turn, after)
  const own: Written = { text: turn.reply, asks, isSummary: false }
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
      : withAnswer(turn, questionAgain(field, toRefused(problem), phrases))
    return { text, asks: [field.key], isSummary: false }
  }
  const [next] = openQuestions(after)
  const isThrough = turn.action === 'complete'
  if (next === undefined) {
    if (!isWhole(after) || isKnown) return own
    const summary = summaryOf(after.fields, after.values, { phrases, business: request.business })
    return { text: withAnswer(turn, summary, { isSummary: true }), asks: [], isSummary: true }
  }
  // It believes to be through, or shows everything, but something is left to ask.
  const isEarly = isThrough || (isWhole(after) && asks.length === 0 && !isKnown)
  if (!isEarly) return own
  return { text: withAnswer(turn, questionFor(next, phrases)), asks: [next.key], isSummary: false }
}

/** What it says that it asks for, or else whose question stands in it. */
function asksOf({ asks, reply }: Turn, { fields, values }: Collected): string[] {
  const open = fields.filter(({ key }) => !Object.hasOwn(values, key))
  const named = open.filter(({ key }) => asks.includes(key))
  const said = fold(reply)
  const quoted = open.filter(
    ({ question = '' }) => question !== '' && said.includes(fold(question)),
  )
  return (named.length > 0 ? named : quoted).map(({ key }) => key)
}

/** What was answered to a question of the contact stays in front of what is ours. */
function withAnswer(
  { intent, reply, sources, unanswered }: Turn,
  ours: string,
  { isSummary = false } = {},
): string {
  const isAnswer = intent === 'question' || sources.length > 0 || unanswered !== null
  if (!isAnswer || reply === ours) return ours
  const lines = reply.split('\n')
  // What stands below a question belongs to it.
  const asked = lines.findIndex((line) => /[?؟]\s*$/.test(line))
  const answer = lines
    .slice(0, asked === -1 ? lines.length : asked + 1)
    // A list of the provider's own would be shown beside ours.
    .filter((line) => !isSummary || !/^\s*[-•*\d]/.test(line))
    .map((line) =>
      sentencesOf(line)
        .filter((sentence) => !/[?؟]\s*$/.test(sentence))
        .join('')
        .trim(),
    )
    .filter((line) => line !== '')
    .join('\n')
  return answer === '' || ours.includes(answer) ? ours : `${answer}\n${ours}`
}

const toRefused = ({ code, detail, params }: FieldProblem) => ({
  code,
  detail,
  ...(params !== undefined && { params }),
})

/** What WhatsApp takes: so many, each so long, below a text of at most so many letters. */
const buttons = { most: 3, longest: 20 }
const list = { most: 10, longest: 24 }
const longestText = 1024

/** Stands for a field's key where everything together is asked about. */
export const confirmKey = 'confirm'

/** What a choice answers: the key of a field, or that everything is right. */
export const keyOfChoice = ({ id }: { id: string }): string => id.slice(0, id.indexOf(':'))

interface Asked {
  text: string
  /** The keys of the fields that it asks for. */
  asks: readonly string[]
  after: Pick<Collected, 'fields' | 'values'>
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
  if (text === '' || text.length > longestText) return null
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
  const isEach = new Set(options.map(({ title }) => fold(title))).size === options.length
  if (options.length === 0 || !isEach) return null
  if (options.length <= buttons.most && longest <= buttons.longest) {
    return { kind: 'buttons', options }
  }
  const isShort = options.length <= list.most && longest <= list.longest
  return isShort ? { kind: 'list', open: phrases.showChoices, options } : null
}
