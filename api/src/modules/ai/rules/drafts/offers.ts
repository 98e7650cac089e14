import type { DraftedField } from '../../drafts.ts'
import { isAlike } from '../is-alike.ts'
import { isAt, isStopword, phraseAt, phrasesIn, says, type Token, tokensOf } from '../text.ts'
import { readSets, textOf } from './tables.ts'

/** What an owner puts a price on: `full groom £45`. */
export interface Offer {
  label: string
  price: string
  /** Where the label begins in the text. */
  start: number
  /** Something stands before the label: `People book a full groom £45`. */
  isCut: boolean
}

const sets = readSets('cues')
const maxWords = 4

const isMoney = (token: Token | undefined): boolean =>
  token !== undefined && (/\p{Sc}/u.test(token.raw) || isAt([token], 0, sets('money')))

/** Where the price begins: digits with a currency, or three or more at the end. */
function priceAt(tokens: readonly Token[]): number | undefined {
  const isPart = (at: number) =>
    tokens[at]?.isGlued === true && /^[.,\d]+$/.test(`${tokens[at - 1]?.word}${tokens[at].word}`)
  let at = tokens.findIndex((token, index) => {
    if (token.kind !== 'digits' || isPart(index)) return false
    let end = index + 1
    while (isPart(end)) end += 1
    const isAlone = end === tokens.length && /\d{3}/.test(token.word)
    return isMoney(tokens[index - 1]) || isMoney(tokens[end]) || isAlone
  })
  if (at < 0) return undefined
  if (isMoney(tokens[at - 1])) at -= 1
  if (tokens[at - 1]?.word === 'r' && tokens[at]?.isGlued === true) at -= 1
  while (at > 0 && isAt(tokens.slice(0, at), at - 1, sets('pricing'))) at -= 1
  return at
}

export const withoutPrice = (tokens: readonly Token[]) => {
  const at = priceAt(tokens)
  return at === undefined || at === 0 ? tokens : tokens.slice(0, at)
}

/** A list of prices at its commas, and at `and` or `or` behind a price. */
export function piecesByPrice(tokens: readonly Token[]): Token[][] {
  const pieces: Token[][] = [[]]
  for (const [at, token] of tokens.entries()) {
    const piece = pieces.at(-1) ?? []
    const isInNumber = token.isGlued && tokens[at + 1]?.isGlued === true
    const isSign = /^[,;:،]$/.test(token.word) && !isInNumber
    const isJoiner = isAt(tokens, at, sets('and'), sets('or')) && priceAt(piece) !== undefined
    if (isSign || isJoiner) pieces.push([])
    else piece.push(token)
  }
  return pieces.filter((piece) => piece.length > 0)
}

/** The name and the price of a piece. */
export function offerIn(piece: readonly Token[], text: string): Offer | undefined {
  const at = priceAt(piece)
  const named = piece.slice(0, at)
  const cuts = phrasesIn(named, sets('offering')).map(({ to }) => to)
  const cut = cuts.findLast((to) => to < named.length) ?? 0
  const lead = phraseAt(named, cut, sets('lead'))?.to ?? cut
  const name = named.slice(lead)
  const words = name.filter(({ kind }) => kind === 'word').length
  const isName = words > 0 && words <= maxWords && !name.some(({ kind }) => kind === 'digits')
  if (at === undefined || !isName || says(name, sets('fees'))) return undefined
  const [label, price] = [textOf(name, text), textOf(piece.slice(at), text)]
  return { label, price, start: name[0]?.start ?? 0, isCut: cut > 0 }
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
