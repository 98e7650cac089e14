import { findPhoneNumbersInText, type CountryCode } from 'libphonenumber-js/max'

/** A way to reach somebody or something that a text names. */
export interface ContactPoint {
  kind: 'link' | 'email' | 'phone'
  /** As it is compared: small letters, E.164. */
  value: string
  /** Of a link: an owner who names a site means all of it. */
  host?: string
}

const emails = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** With a scheme or `www.`, or a bare name with an ending that sites have. */
const links =
  /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|info|biz|io|co|me|app|dev|in|uk|us|de|fr|es|it|ru|cn|shop|store|online|site|xyz|top|link|ly|gl|page|example)(?![\p{L}\p{N}@-])(?:\/[^\s<>"']*)?/giu

/** The links, e-mail addresses and phone numbers in a text. */
export function contactPointsIn(text: string, region: string): ContactPoint[] {
  const withoutEmails = text.replaceAll(emails, ' ')
  return [
    ...Array.from(text.matchAll(emails), ([address]) => ({
      kind: 'email' as const,
      value: trimmed(address).toLowerCase(),
    })),
    ...Array.from(withoutEmails.matchAll(links), ([link]) => toLink(link)),
    ...findPhoneNumbersInText(text, region as CountryCode).map(({ number }) => ({
      kind: 'phone' as const,
      value: number.number,
    })),
  ]
}

function toLink(written: string): ContactPoint {
  const link = trimmed(written)
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(link) ? link : `https://${link}`)
  if (url === null) return { kind: 'link', value: link.toLowerCase() }
  const host = url.hostname.replace(/^www\./, '')
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '')
  return { kind: 'link', value: `${host}${path}`, host }
}

/** The end of a sentence is no part of a link. */
const trimmed = (text: string): string => text.replace(/[.,;:!?)\]}»”'"।]+$/u, '')
