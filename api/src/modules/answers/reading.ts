import type { JobField } from '@errand/contract/job-field'

export { fold } from '@errand/contract/visible-text'

/** How answers are read: the time zone, country, number formats and languages to assume. */
export interface AnswerLocale {
  timeZone: string
  /** The country as ISO 3166 names it: `IN`. */
  region: string
  /** The locales whose number separators are allowed: the business's and that of the written language. */
  locales: readonly string[]
  /** The languages whose number words are read, the likeliest first. */
  languages: readonly string[]
}

/** The locale for reading answers, from the settings and, if known, the language the text is written in. */
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

/** Undefined for an invalid tag: models name languages too. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag)
  } catch {
    return undefined
  }
}

/** Why an answer is refused. */
export interface Refusal {
  code: string
  detail: string
  params?: Record<string, unknown>
}

/** An answer as stored, or its refusal. */
export type ReadResult = { value: unknown } | { refused: Refusal }

/** Reads one type of answer, from a person's text or from a value of that type. */
export type AnswerReader = (raw: unknown, field: JobField, place: AnswerLocale) => ReadResult

export const refuse = (
  code: string,
  detail: string,
  params?: Record<string, unknown>,
): { refused: Refusal } => ({
  refused: { code, detail, ...(params !== undefined && { params }) },
})

/** Turns -0 into 0, as the database does. */
export const withoutMinusZero = (value: number): number => (value === 0 ? 0 : value)

/** Texts longer than any answer are refused before anything looks into them. */
export const readText = (raw: unknown, maxLength: number): string | undefined =>
  typeof raw === 'string' && raw.length <= maxLength ? raw.trim() : undefined
