import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'

import { root } from './root.ts'

type Words = Record<string, string>
type Part = ReturnType<IntlMessageFormat['getAst']>[number]

const { pageLanguages } = (await import(join(root, 'contract/src/language.ts'))) as {
  pageLanguages: Record<string, string>
}
const translations = Object.keys(pageLanguages).filter((language) => language !== 'en')
const folders = globSync('{host,remote-*,shared-ui,delivery/console}/src/**/words/en.ts', {
  cwd: root,
}).map(dirname)
/** Proper names are the same in every translation. */
const names = new Set(['brand'])

test.each(folders.flatMap((folder) => translations.map((language) => ({ folder, language }))))(
  '$folder say in $language what they say in English, with its own plurals',
  async ({ folder, language }) => {
    const { en } = (await import(join(root, folder, 'en.ts'))) as { en: Words }
    const text = readFileSync(join(root, folder, `${language}.json`), 'utf8')
    const words = JSON.parse(text) as Words

    expect(Object.keys(words).toSorted()).toEqual(
      Object.keys(en)
        .filter((key) => !names.has(key))
        .toSorted(),
    )
    const faults = Object.entries(words).flatMap(([key, word]) =>
      faultsOf(word, en[key] ?? '', language).map((fault) => `${key} ${fault}`),
    )
    expect(faults).toEqual([])
  },
)

function faultsOf(word: string, english: string, language: string): string[] {
  const parts = new IntlMessageFormat(word, language).getAst()
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const missing = pluralsIn(parts).flatMap((forms) =>
    // "None" may also be written as `=0`.
    needed.filter((form) => !forms.includes(form) && !(form === 'zero' && forms.includes('=0'))),
  )
  const wanted = blanksOf(new IntlMessageFormat(english, 'en').getAst())
  return [
    ...(word.trim() === '' && english.trim() !== '' ? ['says nothing'] : []),
    ...(blanksOf(parts).join() === wanted.join() ? [] : ['has other blanks']),
    ...missing.map((form) => `lacks the plural ${form}`),
  ]
}

/** The plural forms in a text; not of a plural that only selects. */
function pluralsIn(parts: readonly Part[]): string[][] {
  return parts.flatMap((part) => {
    if (!('options' in part)) return []
    const forms = Object.values(part.options).flatMap(({ value }) => pluralsIn(value))
    const { other } = part.options
    const isChoice = !('pluralType' in part) || other?.value.every((one) => 'options' in one)
    return isChoice ? forms : [Object.keys(part.options), ...forms]
  })
}

/** The arguments of a text, including those inside its plurals. */
const blanksOf = (parts: readonly Part[]): string[] =>
  [...new Set(parts.flatMap(blanksIn))].toSorted()

function blanksIn(part: Part): string[] {
  if ('options' in part) {
    const inner = Object.values(part.options).flatMap(({ value }) => value.flatMap(blanksIn))
    return [part.value, ...inner]
  }
  // Literal text and the number of a plural are no arguments.
  return part.type.valueOf() === 0 || !('value' in part) ? [] : [part.value]
}
