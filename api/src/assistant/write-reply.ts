import type { MessageChoices } from '@errand/contract/chats/message'
import type { JobField } from '@errand/contract/job-field'
import type { FieldProblem } from '@errand/contract/problem'

import { english } from '../ai/phrases/english.ts'
import type { Phrases } from '../ai/phrases/phrases.ts'
import { problemText, questionAgain, questionFor, summaryOf } from '../ai/phrases/write-phrases.ts'
import type { Turn, TurnRequest } from '../ai/turn.ts'
import { askedFields, type Collected, missingKeys } from '../form-data/collected.ts'
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

/** The provider's reply, or ours where it would say something that is not so. */
export function writeReply(said: Said): string {
  const { turn, request, action, phrases } = said
  const { handoffMessage, completionMessage } = request.job
  if (action === 'ignore') return ''
  if (action === 'handoff') return handoffMessage || phrases?.handoff || turn.reply
  if (action === 'complete') {
    return turn.action === 'complete'
      ? turn.reply
      : completionMessage || phrases?.done || turn.reply
  }
  if (phrases !== undefined) return corrected(said, phrases)
  // Better in English than that somebody confirms what nobody has shown.
  const { after, isKnown } = said
  const isUnseen = isWhole(after) && !isKnown && turn.action !== 'continue'
  return isUnseen
    ? summaryOf(after.fields, after.values, { phrases: english, business: request.business })
    : turn.reply
}

function corrected({ turn, request, after, isKnown, problems }: Said, phrases: Phrases): string {
  const [refused] = problems.flatMap((problem) => {
    const field = after.fields.find(({ key }) => problem.pointer.endsWith(`/${key}`))
    return field === undefined ? [] : [{ field, problem }]
  })
  if (refused !== undefined) {
    const { field, problem } = refused
    const isSaid = turn.reply.includes(problemText(toRefused(problem), phrases))
    return isSaid ? turn.reply : questionAgain(field, toRefused(problem), phrases)
  }
  if (isWhole(after) && !isKnown)
    return summaryOf(after.fields, after.values, { phrases, business: request.business })
  const next = nextField(after)
  // It believes to be through, but something is missing.
  if (turn.action === 'complete' && next !== undefined) return questionFor(next, phrases)
  return turn.reply
}

const nextField = ({ fields, values }: Collected): JobField | undefined => {
  const [key] = missingKeys(fields, values)
  return fields.find((field) => field.key === key)
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
  after: Pick<Collected, 'fields' | 'values'>
  /** Whether it asks if everything is right. */
  isConfirming: boolean
  phrases: Phrases
}

/**
 * What the contact can tap to answer a reply: the options of the choice that it asks for, or yes and
 * no. What is tapped comes back as its own words and is read like them, so nothing is lost where a
 * phone shows no buttons; none where WhatsApp would cut the words.
 */
export function choicesFor({ text, after, isConfirming, phrases }: Asked): MessageChoices | null {
  if (text === '' || text.length > longestText) return null
  if (isConfirming) {
    return text.endsWith(lastLine(phrases.summary(''))) ? yesOrNo(confirmKey, phrases) : null
  }
  const field = fieldAskedIn(text, after)
  if (field === undefined) return null
  if (field.type === 'boolean') return yesOrNo(field.key, phrases)
  const options = (field.options ?? []).map(({ value, label }) => ({
    id: `${field.key}:${value}`,
    title: label,
  }))
  return toChoices(options, phrases)
}

/** Of several questions at once none can be answered by one tap. */
function fieldAskedIn(
  text: string,
  { fields, values }: Pick<Collected, 'fields' | 'values'>,
): JobField | undefined {
  const said = fold(text)
  const open = askedFields(fields, values).filter(({ key }) => !Object.hasOwn(values, key))
  const [asked, ...others] = open.filter(({ question = '', label }) =>
    said.includes(fold(question || label)),
  )
  const isTappable = asked?.type === 'boolean' || asked?.type === 'select'
  return isTappable && others.length === 0 ? asked : undefined
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

const lastLine = (text: string): string => text.slice(text.lastIndexOf('\n') + 1)
