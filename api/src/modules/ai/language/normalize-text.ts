import { toLatinDigits } from '@errand/contract/search-text'

/** What is left out of a letter or stands for another one. */
const replacements: [RegExp, string][] = [
  // Accents of Latin letters, the marks of Arabic vowels, the dot below Hindi letters, and what nobody sees.
  [/[\u093C\u0300-\u036F\u064B-\u0655\u0640\p{Default_Ignorable_Code_Point}]/gu, ''],
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ث/g, 'ت'],
  // What Hindi is written with in two ways: `सितम्बर` and `सितंबर`, `नही` and `नहीं`, `ज़रुर` and `ज़रूर`.
  [/ँ|[नम]्(?=[क-ह])/g, 'ं'],
  [/ं(?![\p{L}\p{M}])/gu, ''],
  [/ी/g, 'ि'],
  [/ू/g, 'ु'],
  [/’/g, "'"],
  [/ß/g, 'ss'],
]

/** Most words are of plain Latin letters, which need nothing but small ones. */
const ascii = /^[\u0020-\u007E]*$/

/** Letters that are drawn out: `ouiii`, `pleaaase`. */
const stretched = /(\p{L})\1{2,}/gu

/** A text as words are compared. */
export const normalizeText = (text: string): string =>
  (ascii.test(text)
    ? text.toLowerCase()
    : replacements.reduce(
        (rest, [from, to]) => rest.replace(from, to),
        toLatinDigits(text).normalize('NFKC').toLowerCase().normalize('NFD'),
      )
  ).replace(stretched, '$1')
