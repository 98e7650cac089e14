import type { DraftedField } from '../../drafts.ts'
import { isAlike } from '../is-alike.ts'
import { isStopword, says, tokensOf } from '../text.ts'
import { anyOf, money, readSets } from './tables.ts'

/** What an owner puts a price on is what can be chosen: `Full groom £45, nail trim from £12`. */
export function pricedNamesIn(facts: readonly string[]): string[] {
  const found = facts.flatMap((fact) => {
    const pieces = fact.slice(0, limits.letters).replaceAll(/\s+/g, ' ').split(between)
    let unpriced = ''
    return pieces.flatMap((piece, at) => {
      // What has no price yet goes on behind “and”: `bath and brush £25`.
      if (at % 2 === 1) {
        unpriced = unpriced !== '' && isWord(piece) ? `${unpriced} ${piece}` : ''
        return []
      }
      const text = unpriced + piece
      unpriced = /\d/.test(piece) ? '' : text.trim()
      return labelOf(text.trim(), text === pieces[0])
    })
  })
  const all = [...new Set(found)]
  return all.length > limits.offers ? [] : all
}

/** A price list without whose it is: `People book a cut £20, a colour £60` begins with `A cut`. */
export function withoutHead(fact: string): string {
  const [first = ''] = fact.split(between)
  const [head = ''] = offering.exec(offer.exec(first)?.[1] ?? '') ?? []
  if (head === '' || pricedNamesIn([fact]).length < 2) return fact
  const list = fact.slice(head.length)
  return list.charAt(0).toLocaleUpperCase() + list.slice(1)
}

/** No more of a sentence is read, and no longer list or name is taken for what is offered. */
const limits = { letters: 1000, offers: 20, words: 4 }
const between = new RegExp(
  `([,;:،]|\\.(?!\\d)|${anyOf('cues', 'and')} |${anyOf('cues', 'or')} )`,
  'iu',
)
const isWord = (piece: string) => /\p{L}/u.test(piece)

/** A name and its price, in texts without more than one space in a row. */
const offer = new RegExp(
  `^([\\p{L}\\p{M} &+/-]{2,60}?) ?\\(?(?:${anyOf('cues', 'pricing')} ?)*(?:${money}\\.? ?\\d|\\d[\\d.,]*(?: ?${money}|\\)?$))`,
  'iu',
)
const offering = new RegExp(`^.*(?:^| )${anyOf('cues', 'offering')} `, 'iu')
const article = new RegExp(`^${anyOf('cues', 'lead')} `, 'iu')
const fees = readSets('cues')('fees')

function labelOf(text: string, isFirst: boolean): string[] {
  const [, name = ''] = offer.exec(text) ?? []
  const label = (isFirst ? name.replace(offering, '') : name).replace(article, '').trim()
  const words = tokensOf(label)
  return label !== '' && words.length <= limits.words && !says(words, fees) ? [label] : []
}

/** `Which service`, `flavour`, or `type of wash` where washes have prices. */
export function asksForOffer(
  { label }: DraftedField,
  kind: string | undefined,
  offers: readonly string[],
) {
  if (kind === 'service' || kind === 'flavour') return true
  const words = (text: string) =>
    tokensOf(text).flatMap(({ bare }) => (bare.length > 2 && !isStopword(bare) ? [bare] : []))
  const offered = words(offers.join(' '))
  return words(label).some((word) => offered.some((one) => isAlike(word, one)))
}

export function withOffers(field: DraftedField, offers: readonly string[]): DraftedField {
  if (field.type !== 'text' || offers.length < 2) return field
  const labels = offers.map((one) => one.charAt(0).toLocaleUpperCase() + one.slice(1))
  return { ...field, type: 'select', options: optionsOf(labels) }
}

export const optionsOf = (labels: readonly string[]) =>
  labels.length === 0 ? null : labels.map((label) => ({ value: label, label }))
