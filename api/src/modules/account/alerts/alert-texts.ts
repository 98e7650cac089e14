import { pageLanguages, type PageLanguage } from '@errand/contract/language'

import texts from './alert-texts.json' with { type: 'json' }

type TextKey = keyof (typeof texts)['en']

/** The language of an owner's alerts: that of their pages. */
export const alertLanguage = (language: string): PageLanguage =>
  Object.hasOwn(pageLanguages, language) ? (language as PageLanguage) : 'en'

/** A text of an alert, with its blanks filled. */
export const alertText = (
  language: PageLanguage,
  key: TextKey,
  blanks: Record<string, string> = {},
): string =>
  texts[language][key].replaceAll(/\{(\w+)\}/g, (blank, name: string) => blanks[name] ?? blank)
