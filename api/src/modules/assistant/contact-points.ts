import { toLatinDigits } from '@errand/contract/search-text'
import { withoutIgnorable } from '@errand/contract/visible-text'

import { findPhones } from '../answers/phones.ts'

/** A link, address or number in a text. */
type ContactPoint =
  | { kind: 'email'; value: string; host: string }
  /** A host that the owner has named allows all of its pages. */
  | { kind: 'link'; value: string; host: string }
  | { kind: 'phone'; value: string; national: string }

type Address = Exclude<ContactPoint, { kind: 'phone' }>

/** The characters that group the digits of a number. */
const grouping = /[\s()./~‐-―−－-]+/gu
/** Numbers are compared by their last digits, which are the same with and without a country code. */
const comparedDigits = 8

/**
 * Finds the contact points of a text that neither the owner nor the contact has named. Their texts are
 * read only if needed.
 */
export function createUnknownPointsFinder(readTexts: () => string, home: Home) {
  let addresses: Set<string> | undefined
  let spelledAddresses: Set<string> | undefined
  let digits: string | undefined
  const isAllowed = (point: ContactPoint): boolean => {
    if (point.kind === 'phone') {
      digits ??= toLatinDigits(readTexts()).replaceAll(grouping, '')
      return digits.includes(point.national.slice(-comparedDigits))
    }
    addresses ??= new Set(addressesIn(readTexts()).map(({ value }) => value))
    const { kind, value, host } = point
    return addresses.has(value) || (kind === 'link' && addresses.has(host))
  }
  const isAllowedSpelled = ({ value, host: name }: Address): boolean => {
    // Words name no page, so the host of each link counts.
    spelledAddresses ??= new Set(
      addressesIn(withTypedAddresses(readTexts())).flatMap((one) =>
        one.kind === 'link' ? [one.value, one.host] : [one.value],
      ),
    )
    return spelledAddresses.has(value) || spelledAddresses.has(name)
  }
  const findSpelled = (written: string): ContactPoint[] => {
    const typed = withTypedAddresses(written)
    return typed === written ? [] : addressesIn(typed).filter((point) => !isAllowedSpelled(point))
  }
  const find = (written: string): ContactPoint[] => {
    const text = withoutIgnorable(written)
    const phones = findPhones(text, home.region)
      .filter(({ start, end }) => !isOfEmergency(text.slice(start, end), home.emergency))
      .map(({ value, national }) => ({ kind: 'phone' as const, value, national }))
    const plain = [...addressesIn(text), ...phones].filter((point) => !isAllowed(point))
    return plain.length > 0 ? plain : findSpelled(text)
  }
  return { find, findSpelled: (written: string) => findSpelled(withoutIgnorable(written)) }
}

/** Matches from the @ and looks behind it, because matching from each letter would take quadratic time. */
const emails = /(?<=([\p{L}\p{N}._%+-]{1,64}))@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** A link with a scheme or `www.`, or a bare host name with a usual top-level domain. */
const links =
  /(?::\/\/|www\.)[^\s<>"']+|(?<![@\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)+(?:com|net|org|info|biz|io|co|me|app|dev|in|uk|us|de|fr|es|it|ru|cn|shop|store|online|site|xyz|top|link|ly|gl|page|example)(?![\p{L}\p{N}@-])(?:\/[^\s<>"']*)?/giu

/** The region of the business, for the format of phone numbers, and its emergency numbers. */
export interface Home {
  region: string
  emergency: readonly string[]
}

/** Whether a phone number is really a list of emergency numbers, such as `15 / 17 / 18`. */
function isOfEmergency(phone: string, emergency: readonly string[]): boolean {
  const numbers = toLatinDigits(phone).match(/\d+/g) ?? []
  const isEachOnce = new Set(numbers).size === numbers.length
  return isEachOnce && numbers.every((number) => emergency.includes(number))
}

/** The links and e-mail addresses in a text. */
function addressesIn(text: string): Address[] {
  const found: Address[] = []
  let rest = ''
  let end = 0
  for (const { 0: host, 1: local = '', index } of text.matchAll(emails)) {
    const value = withoutEndPunctuation(`${local}${host}`).toLowerCase()
    found.push({ kind: 'email', value, host: value.slice(value.indexOf('@') + 1) })
    rest += `${text.slice(end, Math.max(end, index - local.length))} `
    end = index + host.length
  }
  rest += text.slice(end)
  return [...found, ...Array.from(rest.matchAll(links), ([link]) => toLink(link))]
}

function toLink(written: string): Address {
  const link = withoutEndPunctuation(written)
  const url = URL.parse(link.startsWith('://') ? `https${link}` : `https://${link}`)
  if (url === null) return { kind: 'link', value: link.toLowerCase(), host: link.toLowerCase() }
  const host = url.hostname.replace(/^www\./, '')
  const path = `${url.pathname}${url.search}`.replace(/\/$/, '')
  return { kind: 'link', value: `${host}${path}`, host }
}

/** Removes punctuation at the end, which is not part of a link. */
const withoutEndPunctuation = (text: string): string =>
  text.replace(/(?<![.,;:!?)\]}»”'"।])[.,;:!?)\]}»”'"।]+$/u, '')

/** The word for a dot, in the languages of contacts. */
const dot = 'dot|punkt|punto|ponto|point|डॉट|डाट|दॉट|दाट|دوت|نقطة'
/** Top-level domains that are no usual words; `polka dot in red` is no address. */
const spokenDomains =
  'com|net|org|info|biz|io|co|app|dev|shop|store|online|site|xyz|click|ru|cn|example|कॉम|काॅम|كوم'
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`
const lineEnd = String.raw`\s{0,2}(?:[/.,;:!?)।]|$)`
const wordBefore = String.raw`(?<=[\p{L}\p{M}\p{N}])(?<!(?<![\p{L}\p{M}])(?:polka|the|a))`
const host = String.raw`(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,}`

/** How addresses are written so that nobody takes them for one. All gaps are bounded, to stay linear. */
const spellings: [RegExp, string][] = [
  [/(?<![\p{L}\p{N}])hxxp(s?)(?=\s?[[:])/giu, 'http$1'],
  [/\[(:\/{0,2})\]/g, '$1'],
  [new RegExp(String.raw`\s{0,3}[[({<]\s{0,2}(?:\.|${dot})\s{0,2}[\])}>]\s{0,3}`, 'giu'), '.'],
  [/\s{0,3}[[({<]\s{0,2}(?:at|@|arroba|एट|ऐट|آت)\s{0,2}[\])}>]\s{0,3}/giu, '@'],
  [/(?<=[\p{L}\p{N}])[。·‧∙•](?=\p{L})/gu, '.'],
  [
    new RegExp(
      String.raw`${wordBefore}\s{1,3}(?:${dot})\s{1,3}(?=(?:${spokenDomains})${wordEnd}|in${lineEnd})`,
      'giu',
    ),
    '.',
  ],
  // `example.co dot in`
  [
    new RegExp(
      String.raw`(?<=\.(?:co|com|net|org))\s{1,3}(?:${dot})\s{1,3}(?=[a-z]{2}${wordEnd})`,
      'giu',
    ),
    '.',
  ],
  [
    new RegExp(
      String.raw`(?<=[\p{L}\p{N}])\s{1,3}\.(?:\s{1,3}(?=(?:com|net|org|biz|xyz|io)${wordEnd})|(?=(?:${spokenDomains}|in)${wordEnd}))`,
      'gu',
    ),
    '.',
  ],
  [new RegExp(String.raw`\.(?:कॉम|काॅम|كوم)${wordEnd}`, 'gu'), '.com'],
  [
    new RegExp(String.raw`(?<=[\p{L}\p{N}])\s{1,3}(?:at|arroba|एट|ऐट)\s{1,3}(?=${host})`, 'giu'),
    '@',
  ],
]

/** A text with addresses as they are typed: `name at example dot com` becomes `name@example.com`. */
const withTypedAddresses = (text: string): string =>
  spellings.reduce(
    (rest, [spelling, typed]) => rest.replaceAll(spelling, typed),
    text.normalize('NFKC'),
  )
