import { createMessages, type Translation } from '@errand/shared-ui'
import { expect, test } from 'vitest'

type Catalogue = Record<string, string>

/** Every catalogue of the shell: `{ './settings/words/ar.ts': { ar: … } }`. */
const files = import.meta.glob<Record<string, Catalogue>>('./*/words/{en,hi,ar}.ts', {
  eager: true,
})
const folders = Object.keys(files).flatMap((file) => /^(.*)\/en\.ts$/.exec(file)?.[1] ?? [])
const catalogueOf = (folder: string, language: string): Catalogue =>
  files[`${folder}/${language}.ts`]?.[language] ?? {}

/** The same in every language. */
const names = new Set(['brand'])
const placesOf = (text = '') =>
  [...new Set([...text.matchAll(/\{([a-z]\w*)[,}]/g)].map(([, place = '']) => place))].toSorted()

test('there are catalogues', () => expect(folders.length).toBeGreaterThan(4))

test.each(folders.flatMap((folder) => ['hi', 'ar'].map((language) => [folder, language])))(
  '%s in %s says everything that English says, with the same blanks and every plural of its own',
  (folder, language) => {
    const en = catalogueOf(folder, 'en')
    const own = catalogueOf(folder, language)
    const keys = Object.keys(en).filter((key) => !names.has(key))
    expect(Object.keys(own).toSorted()).toEqual(keys.toSorted())
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    for (const [key, text] of Object.entries(own)) {
      expect(placesOf(text), key).toEqual(placesOf(en[key]))
      // None at all is said by `=0`, or is not counted.
      const needed = pluralCategories.filter((category) => category !== 'zero')
      const plurals = text.includes(', plural,') ? needed : []
      expect(
        plurals.filter((category) => !text.includes(`${category} {`)),
        key,
      ).toEqual([])
    }
  },
)

test.each(folders)('%s can be said in each language', async (folder) => {
  const en = catalogueOf(folder, 'en')
  const loadersOf = (language: string) => async (): Promise<Translation<Catalogue>> =>
    catalogueOf(folder, language)
  for (const language of ['en', 'hi', 'ar']) {
    document.documentElement.lang = language
    const { say, load } = createMessages(en, { hi: loadersOf('hi'), ar: loadersOf('ar') })
    await load()
    for (const [key, text] of Object.entries(en)) {
      const values = Object.fromEntries(placesOf(text).map((place) => [place, 1]))
      expect(say(key, values), `${language} ${key}`).not.toMatch(/[{}]/)
    }
  }
  document.documentElement.lang = ''
})
