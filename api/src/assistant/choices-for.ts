import type { MessageChoices } from '@errand/contract/chats/message'
import type { JobField } from '@errand/contract/job-field'

import type { Phrases } from '../ai/phrases/phrases.ts'
import type { Collected } from '../form-data/collected.ts'
import { askedFields } from '../form-data/progress.ts'
import { fold } from '../form-data/reading.ts'

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
