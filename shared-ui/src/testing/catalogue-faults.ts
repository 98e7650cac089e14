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
  if (text.trim() === '' && english.trim() !== '') return [`${where} says nothing`]
  let parts: Part[]
  try {
    parts = new IntlMessageFormat(text, language).getAst()
  } catch (error) {
    return [`${where} cannot be read: ${String(error)}`]
  }
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const missing = new Set(pluralsIn(parts).flatMap((forms) => lackingIn(forms, needed)))
  const wanted = blanksOf(new IntlMessageFormat(english, 'en').getAst())
  return [
    ...(blanksOf(parts).join() === wanted.join() ? [] : [`${where} has other blanks`]),
    ...[...missing].map((category) => `${where} lacks the plural ${category}`),
  ]
}

/** The forms of each plural in a text; not of one that only chooses between others. */
function pluralsIn(parts: readonly Part[]): string[][] {
  return parts.flatMap((part) => {
    if (!('options' in part)) return []
    const forms = Object.values(part.options).flatMap(({ value }) => pluralsIn(value))
    const { other } = part.options
    const isChoice = !('pluralType' in part) || other?.value.every((one) => 'options' in one)
    return isChoice ? forms : [Object.keys(part.options), ...forms]
  })
}

/** None at all may be said by `=0` as well. */
const lackingIn = (forms: readonly string[], needed: readonly string[]): string[] =>
  needed.filter(
    (category) => !forms.includes(category) && !(category === 'zero' && forms.includes('=0')),
  )

/** The blanks of a text, also those within its plurals. */
const blanksOf = (parts: readonly Part[]): string[] =>
  [...new Set(parts.flatMap(blanksIn))].toSorted()

function blanksIn(part: Part): string[] {
  if ('options' in part) {
    const inner = Object.values(part.options).flatMap(({ value }) => value.flatMap(blanksIn))
    return [part.value, ...inner]
  }
  // Words are no blank, nor is the number that a plural is about.
  return part.type.valueOf() === 0 || !('value' in part) ? [] : [part.value]
}
