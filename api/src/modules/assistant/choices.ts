import type { MessageChoices } from '@errand/contract/chats/message'

import type { CollectedAnswers } from '../answers/collected.ts'
import { fold } from '../answers/reading.ts'
import type { Phrases } from '../phrases/phrases.ts'

/** WhatsApp's limits: the number of choices, their length, and the length of the text above them. */
const buttons = { most: 3, longest: 20 }
const list = { most: 10, longest: 24 }
const maxChoicesText = 1024

/** Stands for a field key in the question whether all answers are right. */
export const confirmKey = 'confirm'

/** Stands for a field key in the question whether a change is meant, or one more. */
const whichKey = 'which'

/** The field key that a choice answers, or what stands for one. */
export const keyOfChoice = ({ id }: { id: string }): string => id.slice(0, id.indexOf(':'))

interface Asked {
  text: string
  /** The keys of the fields that it asks for. */
  asks: readonly string[]
  after: Pick<CollectedAnswers, 'fields' | 'values'>
  /** Whether it asks if all answers are right. */
  isSummary: boolean
  /** Whether it asks if a change is meant, or one more. */
  asksWhich?: boolean
  phrases: Phrases
  /** Further choices that the reply offers. */
  offers?: readonly string[] | undefined
}

/**
 * The choices that the contact can tap to answer a reply: the options of the field, or yes and no. A
 * tapped choice comes back as text and is read like text, so phones without buttons lose nothing. There
 * are none for several questions at once, or if WhatsApp would cut the titles.
 */
export function choicesFor({
  text,
  asks,
  after,
  isSummary,
  asksWhich = false,
  phrases,
  offers = [],
}: Asked): MessageChoices | null {
  if (text === '' || text.length > maxChoicesText) return null
  if (isSummary) return yesOrNo(confirmKey, phrases)
  if (asksWhich)
    return toChoices(
      [phrases.instead, phrases.oneMore].map((title) => ({ id: `${whichKey}:${title}`, title })),
      phrases,
    )
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
