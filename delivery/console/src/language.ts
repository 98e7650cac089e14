import { pageLanguages, type PageLanguage } from '@errand/contract/language'
import { applySettings } from '@errand/shared-ui'

const storageKey = 'errand_console_language'

const isPageLanguage = (tag: string): tag is PageLanguage => Object.hasOwn(pageLanguages, tag)

/** Shows the console in the chosen language, or in the browser's. */
export function applyLanguage(): void {
  const chosen = localStorage.getItem(storageKey) ?? ''
  const { language } = new Intl.Locale(navigator.language)
  if (isPageLanguage(chosen)) applySettings({ locale: chosen })
  else applySettings({ locale: isPageLanguage(language) ? navigator.language : 'en' })
}

/** Keeps the choice of a language for later visits. */
export function chooseLanguage(language: PageLanguage): void {
  localStorage.setItem(storageKey, language)
  applyLanguage()
}
