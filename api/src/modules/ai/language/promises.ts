import { toLatinDigits } from '@errand/contract/search-text'
import { withoutIgnorable } from '@errand/contract/visible-text'

import words from './claim-words.json' with { type: 'json' }
import { sentencesOf } from './sentences.ts'

/** A text in which the same word has the same letters, whoever typed it. */
const normalized = (text: string): string =>
  toLatinDigits(withoutIgnorable(text))
    .normalize('NFC')
    .replaceAll(/\u0640|[\u064B-\u0652]|\u093C/gu, '')
    .replaceAll(/[أإآٱ]/g, 'ا')
    .replaceAll('ँ', 'ं')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')

const wordStart = String.raw`(?<![\p{L}\p{M}\p{N}])`
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`
/** Arabic writes `and`, `with`, `for` and `the` as one word with what follows. */
const arabicPrefix = '[وف]?[بلك]?(?:ال|ل)?'

const wholeWords = (list: readonly string[]): string =>
  `${wordStart}(?:${list.map(normalized).join('|')})${wordEnd}`

/** The beginning of a word; `-rabatt` also ends one, as in `Studentenrabatt`. */
function stem(written: string): string {
  const text = normalized(written)
  if (text.startsWith('-')) return text.slice(1)
  if (/^\p{Script=Arabic}/u.test(text)) return wordStart + arabicPrefix + text
  return (/^\p{L}/u.test(text) ? wordStart : '') + text
}

const stemsIn = (table: Record<string, string[]>) =>
  Object.entries(table).map(([name, stems]) => ({
    name,
    pattern: new RegExp(stems.map(stem).join('|'), 'giu'),
  }))

const claimed = stemsIn(words.promises)
const offered = [...claimed, ...stemsIn(words.offers)]

const negation = new RegExp(`${wholeWords(words.negation)}|n't${wordEnd}`, 'iu')
const startsWithNegation = new RegExp(`^(?:do )?(?:${wholeWords(words.negation)}|don't) `, 'iu')
/** Says not, and means yes. */
const harmlessNegation = new RegExp(wholeWords(words.calming), 'giu')
/** Covers what follows, not the rest: `free without an appointment`. */
const without = new RegExp(`${wholeWords(words.without)}(?: [^ ]+){1,4}`, 'giu')
const startsWithPromise = new RegExp(
  `^(?:${offered.map(({ pattern }) => pattern.source).join('|')})`,
  'iu',
)
/** In Portuguese `no` is `in the`. */
const portuguese =
  /[ãõ]|(?<!\p{L})(?:desconto|temos|oferecemos|voc[êe]|grátis|nosso|seu)(?!\p{L})/iu

const { and, andNot, but, butAfterComma, subordinate, reports, states, bids } = words.clauses
const { conditions, then, asks, wishes, addresses } = words.clauses
const boundary = new RegExp(
  `[,;،؛](?= )|[()–—]| - | (?=${wholeWords([...and, ...andNot, ...but])} )`,
  'giu',
)
const conjunction = new RegExp(`^${wholeWords(and)} `, 'iu')
const contrast = new RegExp(`^${wholeWords([...but, ...butAfterComma])} `, 'iu')
const isSubordinate = new RegExp(`^${wholeWords(subordinate)}`, 'iu')
const isReport = new RegExp(wholeWords(reports), 'iu')
const isStatement = new RegExp(`${wholeWords(states)}|'(?:re|s)${wordEnd}`, 'iu')
const isBid = new RegExp(wholeWords(bids), 'iu')
const isWish = new RegExp(wholeWords(wishes), 'iu')
const isAddress = new RegExp(wholeWords(addresses), 'iu')
const endsFree = new RegExp(
  `(?:${[...words.promises.free, ...words.offers.free].map(stem).join('|')})\\p{L}*$`,
  'iu',
)

/** Somebody else, who is named, is to decide; what follows a colon has been decided. */
const undecided = new RegExp(`${wholeWords(words.undecided)}(?!.*: )`, 'iu')
/** A wish is heard: `I have noted your refund request`. */
const named = new RegExp(wholeWords(words.named), 'giu')
/** In a rule: `Refund requests: hand over`. */
const requests = new RegExp(wholeWords(words.requests), 'giu')

/** Asks, or tells to ask. */
const isQuestion = new RegExp(`[?؟]["'”»)]*$|^${wholeWords(asks)}`, 'iu')
const isCondition = new RegExp(`^${wholeWords(conditions)}`, 'iu')
const afterCondition = new RegExp(`[,;:،؛] | ${wholeWords(then)} `, 'iu')
/** In Hinglish `to` is `then`. */
const isHinglishCondition = /^(?:agar|yadi|jab) /i
const afterHinglishCondition = /[,;:] | toh? /i

/** The promises that a sentence of a reply makes: none where it says who decides. */
export const promisesIn = (sentence: string): string[] =>
  findPromises(normalized(sentence).trim().replaceAll(named, ' '), claimed)

/**
 * The promises in a text of the business's own. It is read more generously than a reply: what it means
 * may be said in another language.
 */
export const offersIn = (text: string): string[] =>
  sentencesOf(text)
    .map((sentence) => normalized(sentence).trim())
    .filter((sentence) => !isQuestion.test(sentence))
    .flatMap((sentence) => findPromises(consequence(sentence).replaceAll(requests, ' '), offered))

/** What is so if the condition is met; what a condition names is no offer: `If they want a refund, hand over`. */
function consequence(sentence: string): string {
  if (!isCondition.test(sentence)) return sentence
  return sentence
    .split(isHinglishCondition.test(sentence) ? afterHinglishCondition : afterCondition)
    .slice(1)
    .filter((part) => (isStatement.test(part) || isBid.test(part)) && !isQuestion.test(part))
    .join(', ')
}

/** Whether a sentence says no to something. */
export const isRefusal = (text: string): boolean => isNegative(normalized(text))

/** In a text that is normalized. */
const findPromises = (text: string, table: typeof claimed): string[] => {
  const made = table.filter(({ pattern }) => text.search(pattern) !== -1)
  if (made.length === 0) return []
  const clauses = clausesOf(text)
    .filter((clause) => !isNegative(clause) && !undecided.test(clause))
    .map((clause) => clause.replaceAll(without, keepPromise))
  return made
    .filter(({ pattern }) => clauses.some((clause) => clause.search(pattern) !== -1))
    .map(({ name }) => name)
}

/** `at no cost` says no to nothing. */
function isNegative(text: string): boolean {
  let rest = text.replaceAll(harmlessNegation, ' ')
  if (portuguese.test(text)) rest = rest.replaceAll(/(?<!\p{L})no(?!\p{L})/giu, ' ')
  for (const { pattern } of offered) rest = rest.replaceAll(pattern, ' ')
  return negation.test(rest)
}

/** `without charge` is a promise itself. */
const keepPromise = (text: string): string => (startsWithPromise.test(text) ? text : ' ')

/** A sentence of more is a list, and takes too long to be read part by part. */
const maxParts = 12

/**
 * The parts of a sentence that say something of their own, so that one which forbids does not cover
 * the others. In doubt they stay one: `no discounts, refunds or free rides`.
 */
function clausesOf(sentence: string): string[] {
  const parts = sentence.split(boundary).map((part) => part.trim())
  if (parts.length > maxParts) return [sentence]
  const clauses: string[] = []
  for (const part of parts) {
    const before = clauses.at(-1)
    if (before === undefined || standsAlone(part, before)) clauses.push(part)
    else clauses[clauses.length - 1] = `${before} ${part}`
  }
  return clauses
}

function standsAlone(part: string, before: string): boolean {
  if (contrast.test(part)) return true
  const said = part.replace(conjunction, '')
  if (isSubordinate.test(said) || isSubordinate.test(before)) return false
  if (isNegative(before)) return isStatement.test(said) && !isReport.test(before)
  // Who decides about one thing does not decide about another.
  if (undecided.test(before)) return makesStatement(said)
  if (undecided.test(said)) return makesStatement(before) && !isWish.test(before)
  const isWhole = isStatement.test(before) || isBid.test(before) || endsFree.test(before)
  return isWhole && (isStatement.test(said) || startsWithNegation.test(said))
}

const makesStatement = (part: string): boolean => isStatement.test(part) || isAddress.test(part)
