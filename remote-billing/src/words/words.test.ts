import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'

import { ar } from './ar.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/** The blanks of a text, also those within its plurals. */
const placesOf = (text: string): string[] =>
  [...new Set(new IntlMessageFormat(text, 'en').getAst().flatMap(placesIn))].toSorted()

function placesIn(part: Part): string[] {
  if ('options' in part) {
    const inner = Object.values(part.options).flatMap(({ value }) => value.flatMap(placesIn))
    return [part.value, ...inner]
  }
  // Words are no blank, nor is the number that a plural is about.
  return part.type.valueOf() === 0 || !('value' in part) ? [] : [part.value]
}

test.each([
  ['hi', hi],
  ['ar', ar],
])(
  '%s says all that English says, with the same blanks and every plural of its own',
  (locale, words) => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
    expect(Object.keys(words).toSorted()).toEqual(Object.keys(en).toSorted())
    for (const [key, text] of Object.entries(words)) {
      const english = en[key as keyof typeof en]
      expect(placesOf(text), key).toEqual(placesOf(english))
      // It can be read at all.
      expect(new IntlMessageFormat(text, locale).getAst().length, key).toBeGreaterThan(0)
      const missing = text.includes(', plural,')
        ? pluralCategories.filter((category) => !text.includes(`${category} {`))
        : []
      expect(missing, key).toEqual([])
    }
  },
)
