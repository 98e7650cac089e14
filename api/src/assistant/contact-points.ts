import { findPhones } from '../form-data/find-phones.ts'

/** A way to reach somebody or something that a text names. */
export type ContactPoint =
  | { kind: 'email'; value: string }
  /** An owner who names a site means all of it. */
  | { kind: 'link'; value: string; host?: string }
  | { kind: 'phone'; value: string; national: string }

/** What stands before the @ is read from there: to try it from each letter takes the square of a text. */
const emails = /(?<=([\p{L}\p{N}._%+-]{1,64}))@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** What follows a scheme or `www.`, or a bare name with an ending that sites have. */
const links =
  /(?::\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|info|biz|io|co|me|app|dev|in|uk|us|de|fr|es|it|ru|cn|shop|store|online|site|xyz|top|link|ly|gl|page|example)(?![\p{L}\p{N}@-])(?:\/[^\s<>"']*)?/giu

/** The links, e-mail addresses and phone numbers in a text. */
export function contactPointsIn(text: string, region: string): ContactPoint[] {
  return [
    ...addressesIn(text),
    ...findPhones(text, region).map(({ value, national }) => ({
      kind: 'phone' as const,
      value,
      national,
    })),
  ]
}

/** The links and e-mail addresses in a text. */
export function addressesIn(text: string): ContactPoint[] {
  const found: ContactPoint[] = []
  let rest = ''
  let end = 0
  for (const { 0: host, 1: local = '', index } of text.matchAll(emails)) {
    found.push({ kind: 'email', value: trimmed(`${local}${host}`).toLowerCase() })
    rest += `${text.slice(end, Math.max(end, index - local.length))} `
    end = index + host.length
  }
  rest += text.slice(end)
  return [...found, ...Array.from(rest.matchAll(links), ([link]) => toLink(link))]
}

function toLink(written: string): ContactPoint {
  const link = trimmed(written)
  const url = URL.parse(link.startsWith('://') ? `https${link}` : `https://${link}`)
  if (url === null) return { kind: 'link', value: link.toLowerCase() }
  const host = url.hostname.replace(/^www\./, '')
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '')
  return { kind: 'link', value: `${host}${path}`, host }
}

/** The end of a sentence is no part of a link. */
const trimmed = (text: string): string =>
  text.replace(/(?<![.,;:!?)\]}»”'"।])[.,;:!?)\]}»”'"।]+$/u, '')
