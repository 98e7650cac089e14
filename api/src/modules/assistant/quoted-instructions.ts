import { foldForSearch } from '@errand/contract/search-text'

import { productRules } from '../ai/compatible/turn-prompt.ts'
import words from '../ai/language/direction-words.json' with { type: 'json' }
import { sentencesOf } from '../ai/language/sentences.ts'
import type { TurnRequest } from '../ai/turn.ts'

/** So many words in a row are a quotation. */
const quotationLength = 12
/** A quotation of a fact may go on with the first words of the direction that follows it. */
const minDirectionWords = 3

/** Scripts that are written without spaces between words. */
const unspaced = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]`
const runs = new RegExp(
  String.raw`${unspaced}[${unspaced.slice(1, -1)}\p{M}ー]*|(?:(?!${unspaced})[\p{L}\p{M}\p{N}])+`,
  'gu',
)
const startsUnspaced = new RegExp(`^${unspaced}`, 'u')
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
/** Numbers of a list, with which a quotation would not be the same in a row. */
const listNumber = /^\s*\p{N}{1,3}[.)]\s/u

/** The words of a sentence as they are compared: without case, accents, punctuation and invisible characters. */
export const wordsOf = (sentence: string): string[] =>
  (foldForSearch(sentence.replace(listNumber, '')).replaceAll("'", '').match(runs) ?? []).flatMap(
    (run) =>
      startsUnspaced.test(run)
        ? Array.from(segmenter.segment(run), ({ segment }) => segment)
        : [run],
  )

/** A text as its words alone. */
export const plainWords = (text: string): string => wordsOf(text).join(' ')

/** Letters of other alphabets that look like these, in the same order. */
const lookalikes = new Map(
  ['авекмнорстухіјѕһӏԁԛԝ abekmhopctyxijshldqw', 'αβεικνορτυχγ abeikvoptuxy'].flatMap((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    return Array.from(from, (letter, at): [string, string] => [letter, to.charAt(at)])
  }),
)

/** A text as quotations are compared: letters alone, however they are spaced, numbered or imitated. */
const lettersOf = (text: string): string =>
  (foldForSearch(text).match(/[\p{L}\p{M}]/gu) ?? [])
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')

/** Each quotation that is in some texts, as its letters, with the texts that its words are from. */
function* quotationsIn(texts: readonly string[]): Generator<{ letters: string; from: number[] }> {
  const all = texts.flatMap((one, text) =>
    wordsOf(one).map((word) => ({ letters: lettersOf(word), text })),
  )
  for (let at = 0; at + quotationLength <= all.length; at += 1) {
    const quotation = all.slice(at, at + quotationLength)
    const letters = quotation.map((word) => word.letters).join('')
    if (letters.length >= startLength) yield { letters, from: quotation.map(({ text }) => text) }
  }
}

/** Quotations are looked up by so many letters at their start; twelve words have more. */
const startLength = 12
type Quotations = ReadonlyMap<string, readonly string[]>

const byStart = (quotations: Iterable<string>): Quotations =>
  Map.groupBy(new Set(quotations), (letters) => letters.slice(0, startLength))

const phrasesOf = (list: readonly string[]): string[] =>
  list.map((phrase) => ` ${wordsOf(phrase).join(' ')} `)
const starts = phrasesOf(words.starts)
const conditions = phrasesOf(words.conditions)
const mentions = phrasesOf(words.mentions)

/** Languages whose directions are in no table are not written in these scripts alone. */
const foreignLetter = /(?!\p{sc=Latin}|\p{sc=Devanagari}|\p{sc=Arabic})\p{L}/u

/**
 * Whether a sentence of the instructions directs the assistant, and is no fact for contacts, which may be
 * quoted: `A cut takes an hour`. Of languages without a table only sentences with numbers are facts.
 */
function isDirection(sentence: string): boolean {
  if (foreignLetter.test(sentence)) return !/\p{N}/u.test(sentence.replace(listNumber, ''))
  const clauses = sentence.split(/[,;:،؛–—]/).map((clause) => ` ${wordsOf(clause).join(' ')} `)
  const isConditional = conditions.some((phrase) => clauses[0]?.startsWith(phrase))
  const beginnings = isConditional ? clauses : clauses.slice(0, 1)
  const whole = clauses.join('')
  return (
    beginnings.some((clause) => starts.some((phrase) => clause.startsWith(phrase))) ||
    mentions.some((phrase) => whole.includes(phrase))
  )
}

let ofProduct: Quotations | undefined
type Instructions = Pick<TurnRequest['job'], 'instructions' | 'guardrails'>

const secretsByJob = new WeakMap<Instructions, Quotations>()

interface Quotable {
  /** The owner's texts for contacts. */
  readQuotable: () => string
  /** Whether a direction is for contacts too: where to call in an emergency. */
  isFact: (instruction: string) => boolean
}

/** The quotations of the owner's instructions to the assistant that no contact may read. */
function readSecrets(
  { instructions, guardrails }: Instructions,
  { readQuotable, isFact }: Quotable,
): Quotations {
  const sentences = [...sentencesOf(instructions), ...guardrails.flatMap(sentencesOf)]
  const directing = sentences.map((sentence) => isDirection(sentence) && !isFact(sentence))
  const allowed = new Set(
    Array.from(quotationsIn(sentencesOf(readQuotable())), ({ letters }) => letters),
  )
  const secrets = Array.from(quotationsIn(sentences)).filter(({ letters, from }) => {
    const directed = from.filter((sentence) => directing[sentence] === true).length
    return directed >= minDirectionWords && !allowed.has(letters)
  })
  return byStart(secrets.map(({ letters }) => letters))
}

/**
 * The sentences of a reply, by position, that quote the instructions of the owner or of the product:
 * contacts try to make a model reveal them.
 */
export function quotedInstructions(
  sentences: readonly string[],
  job: Instructions,
  quotable: Quotable,
): ReadonlySet<number> {
  const found = new Set<number>()
  const parts = sentences.map(lettersOf)
  const sentenceAt = parts.flatMap(({ length }, sentence) => Array.from({ length }, () => sentence))
  const reply = parts.join('')
  if (reply.length < startLength) return found
  const secrets = secretsByJob.get(job) ?? readSecrets(job, quotable)
  secretsByJob.set(job, secrets)
  ofProduct ??= byStart(
    productRules.flatMap((rules) =>
      Array.from(quotationsIn(sentencesOf(rules)), ({ letters }) => letters),
    ),
  )
  for (let at = 0; at + startLength <= reply.length; at += 1) {
    const start = reply.slice(at, at + startLength)
    for (const letters of [...(secrets.get(start) ?? []), ...(ofProduct.get(start) ?? [])]) {
      if (!reply.startsWith(letters, at)) continue
      for (const sentence of sentenceAt.slice(at, at + letters.length)) found.add(sentence)
    }
  }
  return found
}
