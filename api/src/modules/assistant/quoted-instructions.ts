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
const wordsOf = (sentence: string): string[] =>
  (foldForSearch(sentence.replace(listNumber, '')).replaceAll("'", '').match(runs) ?? []).flatMap(
    (run) =>
      startsUnspaced.test(run)
        ? Array.from(segmenter.segment(run), ({ segment }) => segment)
        : [run],
  )

interface Word {
  text: string
  /** The sentence that it is from. */
  sentence: number
}

const wordsIn = (sentences: readonly string[]): Word[] =>
  sentences.flatMap((one, sentence) => wordsOf(one).map((text) => ({ text, sentence })))

/** Each quotation of a text, with the words that it consists of. */
function* quotationsIn(all: readonly Word[]): Generator<{ text: string; from: Word[] }> {
  for (let at = 0; at + quotationLength <= all.length; at += 1) {
    const from = all.slice(at, at + quotationLength)
    yield { text: from.map(({ text }) => text).join(' '), from }
  }
}

const quotationsOf = (texts: readonly string[]): Set<string> =>
  new Set(
    texts.flatMap((one) => Array.from(quotationsIn(wordsIn(sentencesOf(one))), ({ text }) => text)),
  )

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

let ofProduct: Set<string> | undefined
type Instructions = Pick<TurnRequest['job'], 'instructions' | 'guardrails'>

const secretsByJob = new WeakMap<Instructions, Set<string>>()

/** The quotations of the owner's instructions to the assistant that no contact may read. */
function readSecrets({ instructions, guardrails }: Instructions, quotable: string): Set<string> {
  const sentences = [...sentencesOf(instructions), ...guardrails.flatMap(sentencesOf)]
  const directing = sentences.map(isDirection)
  const quoted = quotationsOf([quotable])
  const secrets = Array.from(quotationsIn(wordsIn(sentences))).filter(({ text, from }) => {
    const directed = from.filter(({ sentence }) => directing[sentence] === true).length
    return directed >= minDirectionWords && !quoted.has(text)
  })
  return new Set(secrets.map(({ text }) => text))
}

/**
 * The sentences of a reply, by position, that quote the instructions of the owner or of the product:
 * contacts try to make a model reveal them.
 */
export function quotedInstructions(
  sentences: readonly string[],
  job: Instructions,
  /** The owner's texts for contacts, which may be quoted. */
  readQuotable: () => string,
): ReadonlySet<number> {
  const found = new Set<number>()
  const all = wordsIn(sentences)
  if (all.length < quotationLength) return found
  const secrets = secretsByJob.get(job) ?? readSecrets(job, readQuotable())
  secretsByJob.set(job, secrets)
  ofProduct ??= quotationsOf(productRules)
  for (const { text, from } of quotationsIn(all)) {
    if (secrets.has(text) || ofProduct.has(text))
      for (const { sentence } of from) found.add(sentence)
  }
  return found
}
