import { countHints } from './hints.ts'
import { normalizeText } from './normalize-text.ts'

/** A courtesy of so few words is said in many languages. */
const maxCourtesyWords = 3
/** A contact who has not written before most likely writes in the language of the place. */
const homeWeight = 1.5
/** So many of the texts before count. */
const maxEarlierTexts = 6

/**
 * The language that a text is written in, of those that are read; nothing when it has no words. One
 * that could be of several is taken for the language of the texts before it, or the one at home.
 */
export function detectLanguage(
  written: string,
  before: readonly string[] = [],
  home = '',
): string | undefined {
  const text = withoutAddresses(written)
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  const latin = count(/\p{Script=Latin}/gu)
  if (count(/\p{Script=Devanagari}/gu) * 2 > latin) return 'hi'
  if (count(/\p{Script=Arabic}/gu) * 2 > latin) return 'ar'
  const words = wordsOf(text)
  const weight = words.length <= maxCourtesyWords ? 1 : 2
  const now = countHints(words)
  const earlier = countHints(wordsOf(before.slice(-maxEarlierTexts).join(' ')))
  const countBefore = (language: string) =>
    Math.min(8, earlier.find((one) => one.language === language)?.count ?? 0)
  const likely = before.length === 0 ? home : ''
  const [best] = now
    .map(({ language, count: found }) => ({
      language,
      count:
        found * weight + countBefore(language) + (language === likely ? found && homeWeight : 0),
    }))
    .toSorted((one, other) => other.count - one.count)
  if (best !== undefined && best.count > 0) return best.language
  if (/[¿¡ñ]/.test(text)) return 'es'
  if (/[ãõ]/.test(text)) return 'pt'
  if (/ß/.test(text)) return 'de'
  const [last, ...rest] = before.toReversed()
  return last === undefined ? undefined : detectLanguage(last, rest.toReversed(), home)
}

/** Fewer words could be of any language. */
const minConfidentWords = 4
/** Of a neighbour that is not read only a few words are known. */
const minConfidentShare = 0.35

/** The language of a text of some length, where no other comes near: Dutch is not taken for German. */
export function confidentLanguage(text: string): string | undefined {
  const words = wordsOf(text)
  if (words.length < minConfidentWords) return undefined
  const language = detectLanguage(text)
  if (language === 'ar' || language === 'hi') return language
  const [best, next] = countHints(words)
  if (best === undefined || best.language !== language) return undefined
  const isClear =
    best.count >= words.length * minConfidentShare && best.count >= 2 * (next?.count ?? 0)
  return isClear ? language : undefined
}

/** What a link or an e-mail address is made of are no words of anybody. */
const withoutAddresses = (text: string): string =>
  text
    .split(/\s/)
    .filter((part) => !isAddress.test(part))
    .join(' ')

const isAddress = /@|:\/\/|^www\.|\p{L}\.\p{L}+\/|\p{L}\.\p{L}{2,3}[.,;:!?)]*$/u

const wordsOf = (text: string): string[] =>
  normalizeText(withoutAddresses(text)).match(/[\p{L}\p{M}']+/gu) ?? []
