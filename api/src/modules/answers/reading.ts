import type { JobField } from '@errand/contract/job-field'

export { fold } from '@errand/contract/visible-text'

/** Where the owner is: what a time without a zone and a number without a country code mean. */
export interface AnswerLocale {
  timeZone: string
  /** The country as ISO 3166 names it: `IN`. */
  region: string
  /** Whose separators a number may have: the business's, and those of who writes in another language. */
  locales: readonly string[]
  /** Whose number words a text may have, the likeliest first. */
  languages: readonly string[]
}

/** Where a business is, by what its owner has set, and the language that is written, if it is known. */
export function answerLocaleOf(
  business: { timeZone: string; locale: string },
  language: string = business.locale,
): AnswerLocale {
  const { locale, timeZone } = business
  const home = localeOf(locale) ?? new Intl.Locale('en-IN')
  const written = localeOf(language) ?? home
  const region = home.maximize().region ?? 'IN'
  const isForeign = written.language !== home.language
  return {
    timeZone,
    region,
    locales: [
      home.toString(),
      ...(isForeign ? [`${written.language}-${region}`, written.language] : []),
    ],
    languages: [...new Set([written.language, home.language])],
  }
}

/** Languages are named by models too; what is none of them says nothing. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/** Why an answer is none. */
export interface Refusal {
  code: string
  detail: string
  params?: Record<string, unknown>
}

/** An answer as it is kept, or why it is none. */
export type ReadResult = { value: unknown } | { refused: Refusal }

/** Reads one type of answer, from the text of a person or from a value that has the type already. */
export type AnswerReader = (raw: unknown, field: JobField, place: AnswerLocale) => ReadResult

export const refuse = (
  code: string,
  detail: string,
  params?: Record<string, unknown>,
): { refused: Refusal } => ({
  refused: { code, detail, ...(params !== undefined && { params }) },
})

/** Minus nothing is nothing; so it comes back from the database. */
export const withoutMinusZero = (value: number): number => (value === 0 ? 0 : value)

/** Texts longer than any answer are refused before anything looks into them. */
export const readText = (raw: unknown, maxLength: number): string | undefined =>
  typeof raw === 'string' && raw.length <= maxLength ? raw.trim() : undefined
