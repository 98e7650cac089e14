import { cookieText } from '@errand/contract/cookie'
import { languageSchema, localeCookieName } from '@errand/contract/language'
import { isPageLanguage, preferredPageLanguage } from '@errand/contract/page-language'
import { directionOf } from '@errand/contract/text-direction'
import type { Context } from 'hono'

import { isSecure, readCookie } from '../platform/transport.ts'

const oneYearSeconds = 365 * 24 * 60 * 60

/** The locale of a document, and the cookie that keeps it if it was chosen just now. */
interface ChosenLocale {
  locale: string
  cookie?: string
}

/**
 * The locale that a document is shown in: the one that `?lang=` asks for, the one that was chosen
 * before, or the one that the browser likes best.
 */
export function chooseLocale(c: Context): ChosenLocale {
  const asked = c.req.query('lang') ?? ''
  if (isPageLanguage(asked)) {
    const options = { maxAge: oneYearSeconds, isSecure: isSecure(c) }
    return { locale: asked, cookie: cookieText(localeCookieName, asked, options) }
  }
  // The owner's settings keep a region too, such as en-IN.
  const kept = readCookie(c, localeCookieName) ?? ''
  const isKnown = languageSchema.safeParse(kept).success
  if (isKnown && isPageLanguage(kept.split('-', 1)[0] ?? '')) return { locale: kept }
  return { locale: preferredPageLanguage(c.req.header('accept-language') ?? '') ?? 'en' }
}

/** The document with this locale as its language and direction. */
export const withLocale = (html: string, locale: string): string =>
  html.replace(/<html[^>]*>/, `<html lang="${locale}" dir="${directionOf(locale)}">`)
