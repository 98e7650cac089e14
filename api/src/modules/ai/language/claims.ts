import { toLatinDigits } from '@errand/contract/search-text'

import words from './claim-words.json' with { type: 'json' }
import { isRefusal, offersIn, promisesIn } from './promises.ts'
import { sentencesOf } from './sentences.ts'

/** A claim in a sentence that only the business can make. */
export interface Claim {
  kind: 'amount' | 'time' | 'promise'
  /** Of an amount or a time: its number, `17:30` is 17.5; of a promise its name. */
  value: number | string
}

/** The numbers and promises that a reply may state. */
export interface KnownClaims {
  /** Of the business's texts and the answers. */
  numbers: ReadonlySet<number>
  /** Of the contact's own words, which a reply may repeat where it promises nothing. */
  contactNumbers: ReadonlySet<number>
  /** How many, or how many and a half, of what has a price may be meant. */
  counts: readonly number[]
  /** From when to when the business is open, in hours: a reply may propose what lies between. */
  open: readonly { from: number; to: number }[]
  /** Which promises the business itself makes. */
  promises: ReadonlySet<string>
}

const wordStart = String.raw`(?<![\p{L}\p{M}\p{N}])`
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`

const person = new RegExp(words.person.join('|'), 'iu')

const figure = String.raw`\d(?:[\d.,'’\u00A0\u202F٫٬]{0,20}\d)?(?!\d)`
/** In capitals: `all 5` is no money of Albania. */
const codes = `(?-i:${Intl.supportedValuesOf('currency').join('|')})`
const unit = `(?:\\p{Sc}|(?:${codes}|${words.currencies.join('|')})${wordEnd}\\.?|%|percent|prozent|pour cent|por ?cien(?:to)?|por cento|प्रतिशत|بالمئة|بالمائة|٪)`
const amounts = new RegExp(
  `(?:(?:\\p{Sc}|${wordStart}(?:${codes}|rs|aed|dhs?)\\.?)\\s?(${figure}))|(?:(?<![\\d.,])(${figure})(?:\\s?/-)?\\s?${unit})`,
  'giu',
)
const clocks =
  /(?<![\d.,:])(\d{1,2})(?:[:.h](\d{2}))?\s*(a\.?m\.?(?!\p{L})|p\.?m\.?(?!\p{L})|uhr|baje|बजे|h(?![\p{L}\d])|o'clock|صباح\p{L}*|مساء\p{L}*)|(?<![\d.,:])([01]?\d|2[0-3]):([0-5]\d)(?!\d)/giu

/** Whether a text promises that a person will call, write or come back. */
export const promisesPerson = (text: string): boolean =>
  sentencesOf(text).some((sentence) => !/[?؟]\s*$/.test(sentence) && person.test(sentence))

/** The claims of a sentence that no source supports; `known` is called only where there are claims. */
export function unknownClaims(sentence: string, known: () => KnownClaims): Claim[] {
  let refused: boolean | undefined
  const isRefused = () => (refused ??= isRefusal(sentence))
  return claimsIn(sentence).filter((claim) => !isKnown(claim, known(), isRefused))
}

/** What a sentence claims; a promise that is refused is none. */
function claimsIn(sentence: string): Claim[] {
  const text = toLatinDigits(sentence)
  const found: Claim[] = []
  for (const match of text.matchAll(amounts)) {
    const [value] = numbersOf(match[1] ?? match[2] ?? '')
    if (value !== undefined) found.push({ kind: 'amount', value })
  }
  for (const [, hour, minute, , otherHour, otherMinute] of text.matchAll(clocks)) {
    const value = Number(hour ?? otherHour) + Number(minute ?? otherMinute ?? 0) / 60
    if (value < 25) found.push({ kind: 'time', value })
  }
  found.push(...promisesIn(sentence).map(toPromiseClaim))
  return found
}

const toPromiseClaim = (value: string): Claim => ({ kind: 'promise', value })

function isKnown(
  { kind, value }: Claim,
  { numbers, contactNumbers, counts, open, promises: made }: KnownClaims,
  isRefused: () => boolean,
): boolean {
  if (typeof value === 'string') return made.has(value)
  if (kind === 'time') {
    return [value, value % 12, (value % 12) + 12].some(
      (one) =>
        numbers.has(one) ||
        contactNumbers.has(one) ||
        open.some(({ from, to }) => one >= from && one <= to),
    )
  }
  if (numbers.has(value)) return true
  if (contactNumbers.has(value) && isRefused()) return true
  return counts.some((count) => numbers.has(value / count) && value / count > 1)
}

/** What texts of the business, and of the contact, make known. */
export function knownClaims(texts: {
  business: string
  /** What the contact has answered, which may be a number of the owner's own, but promises nothing. */
  answers: string
  contact: string
  open?: KnownClaims['open']
}): KnownClaims {
  const numbers = allNumbers(`${texts.business}\n${texts.answers}`)
  const contactNumbers = allNumbers(texts.contact)
  return {
    open: texts.open ?? [],
    numbers,
    contactNumbers,
    counts: [...new Set([...contactNumbers, ...numbers])].filter(isCount),
    promises: new Set(offersIn(texts.business)),
  }
}

const isCount = (number: number) => number > 1 && number <= 50 && Number.isInteger(number * 2)

function allNumbers(text: string): Set<number> {
  const latin = toLatinDigits(text)
  const all = new Set<number>()
  for (const [written] of latin.matchAll(new RegExp(figure, 'g')))
    for (const value of numbersOf(written)) all.add(value)
  for (const [, hours, minutes] of latin.matchAll(/(?<!\d)(\d{1,2})[:.h](\d{2})(?!\d)/g))
    all.add(Number(hours) + Number(minutes) / 60)
  return all
}

/** What a figure can mean: `1.500` is 1500 or 1.5, `1,20,000.50` one thing. */
function numbersOf(written: string): number[] {
  const plain = written.replaceAll(/['’\u00A0\u202F]/g, '').replace(/[.,٫٬]+$/, '')
  const [, whole = '', rest] = /^(.*?)(?:[.,٫](\d{1,3}))?$/.exec(plain) ?? []
  const digits = whole.replaceAll(/[.,٫٬]/g, '')
  if (rest === undefined) return [Number(digits)]
  const joined = Number(digits + rest)
  const split = Number(`${digits}.${rest}`)
  return rest.length === 3 ? [joined, split] : [split, joined]
}
