import { IntlMessageFormat } from 'intl-messageformat'

/** What a part of the product says, by language; English is what the others are measured by. */
export interface Catalogues {
  en: Record<string, string>
  [language: string]: Record<string, string>
}

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/**
 * What is wrong with translations: words that are missing or too many, blanks that are others, plurals
 * without a form that the language has, texts that cannot be read. `names` are the same everywhere.
 */
export function catalogueFaults(
  { en, ...others }: Catalogues,
  names: ReadonlySet<string> = new Set(),
): string[] {
  const keys = Object.keys(en).filter((key) => !names.has(key))
  return Object.entries(others).flatMap(([language, words]) => [
    ...keys.filter((key) => !(key in words)).map((key) => `${language} lacks ${key}`),
    ...Object.entries(words).flatMap(([key, text]) => {
      const english = en[key]
      if (english === undefined) return [`${language} has ${key}, which English has not`]
      return faultsOf(text, english, language, key)
    }),
  ])
}

function faultsOf(text: string, english: string, language: string, key: string): string[] {
  const where = `${language} ${key}`
  let blanks: string[]
  try {
    blanks = blanksOf(text)
  } catch (error) {
    return [`${where} cannot be read: ${String(error)}`]
  }
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
  const missing = !text.includes(', plural,')
    ? []
    : pluralCategories.filter(
        (category) =>
          !text.includes(`${category} {`) && !(category === 'zero' && text.includes('=0 {')),
      )
  return [
    ...(blanks.join() === blanksOf(english).join() ? [] : [`${where} has other blanks`]),
    ...missing.map((category) => `${where} lacks the plural ${category}`),
  ]
}

/** The blanks of a text, also those within its plurals. */
const blanksOf = (text: string): string[] =>
  [...new Set(new IntlMessageFormat(text, 'en').getAst().flatMap(blanksIn))].toSorted()

function blanksIn(part: Part): string[] {
  if ('options' in part) {
    const inner = Object.values(part.options).flatMap(({ value }) => value.flatMap(blanksIn))
    return [part.value, ...inner]
  }
  // Words are no blank, nor is the number that a plural is about.
  return part.type.valueOf() === 0 || !('value' in part) ? [] : [part.value]
}
