import { toLatinDigits } from '@errand/contract/search-text'
import { withoutIgnorable } from '@errand/contract/visible-text'
import { parse } from 'tldts'

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
      digits ??= withPlainDigits(readTexts()).replaceAll(grouping, '')
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
    const numbers = withPlainDigits(text)
    const phones = findPhones(numbers, home.region)
      .filter(({ start, end }) => !isOfEmergency(numbers.slice(start, end), home.emergency))
      .map(({ value, national }) => ({ kind: 'phone' as const, value, national }))
    const plain = [...addressesIn(text), ...phones].filter((point) => !isAllowed(point))
    return plain.length > 0 ? plain : findSpelled(text)
  }
  return { find, findSpelled: (written: string) => findSpelled(withoutIgnorable(written)) }
}

/** Matches from the @ and looks behind it, because matching from each letter would take quadratic time. */
const emails = /(?<=([\p{L}\p{N}._%+-]{1,64}))@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
/** A link with a scheme or `www.`, the address of a machine, or what may be a bare host name. */
const links =
  /(?::\/\/|www\.)[^\s<>"']+|(?<![\p{L}\p{N}.-])(?<machine>\d{1,3}(?:\.\d{1,3}){3})(?![\d.])(?:[:/][^\s<>"']*)?|(?<![\p{L}\p{M}\p{N}.-])(?<host>(?:[\p{L}\p{M}\p{N}-]+\.)+[\p{L}\p{M}\p{N}-]+)(?![@-])(?<path>\/[^\s<>"']*)?/giu
/** Host names have fewer labels. */
const maxLabels = 12
/** Top-level domains that count however they are written. */
const usualDomain =
  /^(?:com|net|org|info|biz|io|app|dev|uk|ru|cn|shop|store|online|site|xyz|link|page|example)$/iu
/** Top-level domains that are words or abbreviations as well: `Mon.to Fri.`, `tel.no.`, `9.am`. */
const wordDomain =
  /^(?:to|so|is|at|be|my|am|pm|as|do|no|la|id|now|today|you|here|how|new|open|call|one|next|tel|name|date|phone|food|cafe|bar|day)$/u
const mixedLetters = /(?=.*\p{sc=Latin})(?=.*[\p{sc=Cyrillic}\p{sc=Greek}])/u

/** The host at the start of what may be one: in `evil.com.Then` the first two parts. */
function hostIn(written: string, path: string): string | undefined {
  if (isHost(written, path !== '')) return written
  const labels = written.split('.').slice(0, maxLabels)
  while (labels.length > 1) {
    const name = labels.join('.')
    if (isHost(name, false)) return name
    labels.pop()
  }
  return undefined
}

/** Whether a name is that of a host; a sentence may begin without a space: `See you.It is noted`. */
function isHost(name: string, hasPath: boolean): boolean {
  const domain = name.slice(name.lastIndexOf('.') + 1)
  if (usualDomain.test(domain) || mixedLetters.test(domain)) return true
  if (/^\p{Lu}\p{Ll}/u.test(domain) || (wordDomain.test(domain) && !hasPath)) return false
  const { isIcann, domain: registered } = parse(name, { validateHostname: false })
  return (
    isIcann === true &&
    registered !== null &&
    (hasPath || !/^[\p{N}.]+$/u.test(name.slice(0, -domain.length)))
  )
}

/** The region of the business, for the format of phone numbers, and its emergency numbers. */
export interface Home {
  region: string
  emergency: readonly string[]
}

/** Whether a phone number is really a list of emergency numbers, such as `15 / 17 / 18`. */
function isOfEmergency(phone: string, emergency: readonly string[]): boolean {
  const numbers = phone.match(/\d+/g) ?? []
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
  for (const { 0: link, groups } of rest.matchAll(links)) {
    const { host, path = '', machine } = groups ?? {}
    // Not `9.30.10.30`.
    if (machine === link && !/\d{3}/.test(link)) continue
    const name = host === undefined ? link : hostIn(host, path)
    if (name !== undefined) found.push(toLink(name === host ? `${name}${path}` : name))
  }
  return found
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
const dot =
  'dot|punkt|punto|ponto|point|डॉट|डाट|दॉट|दाट|पॉइंट|पॉइन्ट|प्वाइंट|बिंदु|دوت|نقطة|نقطه|ڈاٹ|точка|点|點|จุด|ดอท'
/** Top-level domains that are no usual words; `polka dot in red` is no address. */
const spokenDomains =
  'com|net|org|info|biz|io|co|app|dev|shop|store|online|site|xyz|click|ru|cn|uk|eu|br|mx|fr|ch|ly|gl|tk|cc|tv|ai|example|कॉम|काॅम|كوم|คอม'
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`
const lineEnd = String.raw`\s{0,2}(?:[/.,;:!?)।]|slash|$)`
const wordBefore = String.raw`(?<=[\p{L}\p{M}\p{N}])(?<!(?<![\p{L}\p{M}])(?:polka|the|a))`
/** `um ponto com vista`, `le point info` */
const noPhrase = String.raw`(?!(?<=ponto\s{1,3})com\s{1,3}(?!ponto)|(?<=point\s{1,3})(?:info|shop|store|app|online))`
const host = String.raw`(?:[\p{L}\p{N}-]{1,63}\.){1,4}\p{L}{2,}`

/** How addresses are written so that nobody takes them for one. All gaps are bounded, to stay linear. */
const spellings: [RegExp, string | ((letters: string) => string)][] = [
  // `e v i l . c o m`
  [/(?<!\S)(?:\S ){2,}\S(?!\S)/gu, (letters) => letters.replaceAll(' ', '')],
  [/(?<![\p{L}\p{N}])hxxp(s?)(?=\s?[[:])/giu, 'http$1'],
  [/\[(:\/{0,2})\]/g, '$1'],
  [
    new RegExp(
      String.raw`\s{0,3}(?:[[({<]\s{0,2}(?:\.|${dot})\s{0,2}[\])}>]|[*_-](?:${dot})[*_-])\s{0,3}`,
      'giu',
    ),
    '.',
  ],
  [
    /\s{0,3}(?:[[({<]\s{0,2}(?:at|@|arroba|एट|ऐट|آت|ایٹ)\s{0,2}[\])}>]|[*_-]at[*_-])\s{0,3}/giu,
    '@',
  ],
  [/(?<=[\p{L}\p{N}])[。·‧∙•](?=\p{L})|(?<=[a-z0-9])[।۔٠・܁](?=[a-z]{2})/gu, '.'],
  [
    new RegExp(
      String.raw`${wordBefore}\s{1,3}(?:${dot})\s{1,3}${noPhrase}(?=(?:${spokenDomains})${wordEnd}|(?:in|me)${lineEnd})|${wordBefore}\s{1,3}punkt\s{1,3}(?=de${wordEnd})|(?<=[a-z0-9])(?:点|點|จุด)(?=(?:${spokenDomains})${wordEnd})`,
      'giu',
    ),
    '.',
  ],
  [/(?<=[a-z0-9]{2})\s{0,3}(?<!(?:^|[\s"'(])(?:a|the)\s{0,3})dot-?com(?![\p{L}\p{N}])/giu, '.com'],
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
  [/(?<=[a-z0-9])(?:\.\s{1,3}|,)(?=(?:com|net|org)(?![\p{L}\p{N}]))/gu, '.'],
  [new RegExp(String.raw`\.(?:कॉम|काॅम|كوم|คอม)${wordEnd}`, 'gu'), '.com'],
  [
    new RegExp(
      String.raw`(?<=[\p{L}\p{N}])\s{1,3}(?:at|arroba|एट|ऐट|ایٹ)\s{1,3}(?=${host})`,
      'giu',
    ),
    '@',
  ],
]

/** A text with addresses as they are typed: `name at example dot com` becomes `name@example.com`. */
const withTypedAddresses = (text: string): string =>
  spellings.reduce(
    (rest, [spelling, typed]) =>
      typeof typed === 'string'
        ? rest.replaceAll(spelling, typed)
        : rest.replaceAll(spelling, typed),
    text.normalize('NFKC'),
  )

/** A text with numbers as they are typed: `९८२२२` or `9_8_2_2_2` becomes `98222`. */
const withPlainDigits = (text: string): string =>
  toLatinDigits(text.normalize('NFKC')).replaceAll(
    /(?<=(?<!\d)\d)[^\p{L}\d\s+()]{1,3}(?=\d(?!\d))/gu,
    '',
  )
