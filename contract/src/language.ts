import * as z from 'zod/mini'

/** A language as BCP 47 names it; 35 characters hold every tag in use. */
export const languageSchema = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/), z.maxLength(35))

/** The languages of the pages, each by its own name, so that it is found by who reads nothing else. */
export const pageLanguages = { en: 'English', hi: 'हिन्दी', ar: 'العربية' } as const
export type PageLanguage = keyof typeof pageLanguages

/** The cookie with the locale that a browser's pages are shown in, once somebody has chosen it. */
export const localeCookieName = 'errand_locale'

/**
 * The languages in which the built-in assistant answers; others need a model that is connected, and
 * are answered in English without one.
 */
export const builtInLanguages = ['en', 'hi', 'hi-Latn', 'ar', 'es', 'pt', 'de', 'fr'] as const
