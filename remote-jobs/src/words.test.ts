import { catalogueFaults } from '@errand/shared-ui/testing/catalogues'
import { expect, test } from 'vitest'

type Catalogue = Record<string, string>

/** Every catalogue of the jobs: `{ './fields/words/ar.ts': { ar: … } }`. */
const files = import.meta.glob<Record<string, Catalogue>>('./*/words/{en,hi,ar}.ts', {
  eager: true,
})
const folders = Object.keys(files).flatMap((file) => /^(.*)\/en\.ts$/.exec(file)?.[1] ?? [])
const catalogueOf = (folder: string, language: string): Catalogue =>
  files[`${folder}/${language}.ts`]?.[language] ?? {}

test('there are catalogues', () => expect(folders.length).toBeGreaterThan(4))

test.each(folders)('%s says in each language all that it says in English', (folder) => {
  const [en, hi, ar] = ['en', 'hi', 'ar'].map((language) => catalogueOf(folder, language))
  expect(catalogueFaults({ en: en ?? {}, hi: hi ?? {}, ar: ar ?? {} })).toEqual([])
})
