import { pageLanguages, type PageLanguage } from './language.ts'

/** Whether the pages are written in this language, given as `hi`. */
export const isPageLanguage = (language: string): language is PageLanguage =>
  Object.hasOwn(pageLanguages, language)

/** The language of the pages in a locale: `hi` for `hi-IN`, and English where there is none. */
export function pageLanguageOf(locale: string): PageLanguage {
  const [language = ''] = locale.split('-', 1)
  return isPageLanguage(language) ? language : 'en'
}

const maxAcceptLength = 500

/** The language of the pages that a browser likes best, by its header `Accept-Language`. */
export function preferredPageLanguage(acceptLanguage: string): PageLanguage | undefined {
  const accepted = acceptLanguage
    .slice(0, maxAcceptLength)
    .toLowerCase()
    .split(',')
    .map((part) => {
      const [tag = '', weight] = part.replaceAll(' ', '').split(';q=')
      return { language: tag.split('-', 1)[0] ?? '', weight: Number(weight ?? 1) }
    })
  return accepted
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
    .find(isPageLanguage)
}
