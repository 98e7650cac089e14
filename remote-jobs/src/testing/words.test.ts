import { expect, test } from 'vitest'

type Catalogue = Record<string, string>

const catalogues = import.meta.glob<Record<string, Catalogue>>('../*/words/{en,hi,ar}.ts', {
  eager: true,
})
const folders = [...new Set(Object.keys(catalogues).map((path) => path.replace(/\w+\.ts$/, '')))]
const read = (folder: string, language: string): Catalogue =>
  catalogues[`${folder}${language}.ts`]?.[language] ?? {}

/** What a text is given: the names in braces, but for the texts behind `one`, `few`, `other`. */
const namesIn = (text: string): string[] =>
  [
    ...new Set(
      [...text.matchAll(/(?<!(?:zero|one|two|few|many|other|=\d+) )\{([a-z]\w*)[,}]/g)].map(
        ([, name = '']) => name,
      ),
    ),
  ].toSorted()

const formsIn = (text: string): string[] =>
  [...text.matchAll(/\b(one|two|few|many|other) \{/g)].map(([, form = '']) => form)

test.each(['hi', 'ar'])(
  '%s has every word, with the same names and all its plurals',
  (language) => {
    // What a number can ask for; `zero` is said by `=0` where it is said differently.
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    const forms = pluralCategories.filter((form) => form !== 'zero')
    expect(folders.length).toBeGreaterThan(8)
    for (const folder of folders) {
      const [english, own] = [read(folder, 'en'), read(folder, language)]
      expect(Object.keys(own).toSorted(), folder).toEqual(Object.keys(english).toSorted())
      for (const [key, text] of Object.entries(english)) {
        const [there, at] = [own[key] ?? '', `${folder}${key}`]
        expect(namesIn(there), at).toEqual(namesIn(text))
        const asked = /, plural,/.test(there) ? forms : []
        expect(new Set(formsIn(there)), at).toEqual(new Set(asked))
      }
    }
  },
)
