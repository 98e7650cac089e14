import { toLatinDigits } from '@errand/contract/search-text'
import { withoutIgnorable } from '@errand/contract/visible-text'

/** What stands between the groups of a number. */
const gap = String.raw`[\s.,|*\-‐-―_/·]`
const separators = new RegExp(gap, 'gu')
const wordStart = String.raw`(?<![\p{L}\p{M}\p{N}])`
const wordEnd = String.raw`(?![\p{L}\p{M}\p{N}])`

const plain = (text: string): string => toLatinDigits(withoutIgnorable(text.normalize('NFKC')))

/** An account as it is compared, however it is grouped. */
const compact = (text: string): string => text.replaceAll(separators, '').toLowerCase()

const chains = new RegExp(String.raw`\d(?:${gap}{0,3}\d)*`, 'gu')
const ibans = new RegExp(
  String.raw`${wordStart}[a-z]{2}${gap}{0,2}\d${gap}{0,2}\d(?:${gap}{0,2}[a-z0-9]){11,30}`,
  'giu',
)
/** The code of an Indian bank's branch; with gaps only in capitals and digits, as words have gaps too. */
const branchCodes = new RegExp(
  String.raw`${wordStart}(?:[a-z]{4}0[a-z]{0,3}\d{3,6}|(?-i:[A-Z]{4})${gap}{0,2}0(?:${gap}?\d){6})${wordEnd}`,
  'giu',
)
const namesAccount = new RegExp(
  String.raw`${wordStart}(?:a/c|ifsc|acc(?:oun)?t\.?(?: ?(?:no|number)|(?=:? ?\d))|khata|konto(?:nummer)?|cuenta|conta|compte|pix|clabe)${wordEnd}|खात|حساب`,
  'iu',
)
/** `name@bank`, which is no e-mail address: nothing but the name of the bank's handle follows. */
const handles =
  /(?<=(?<![\p{L}\p{N}])([a-z0-9._-]{2,64}))@([a-z][a-z0-9]{1,30})(?![\p{L}\p{N}]|[.-][\p{L}\p{N}])/giu
/** With gaps around the @ only what is surely a handle: `see you @ home`. */
const gappedHandles =
  /(?<=(?<![\p{L}\p{N}])([a-z0-9._-]{2,64})) {0,2}(?:@|[[(] ?(?:at|@) ?[\])]|(?<= )at(?= (?:ok|[a-z]{0,12}(?:ybl|ibl|axl)))) {0,2}(ok(?:axis|sbi|icici|hdfcbank)|[a-z]{0,12}(?:ybl|ibl|axl|paytm|upi|apl)|pt(?:yes|sbi|axis|hdfc))(?![\p{L}\p{N}]|[.-][\p{L}\p{N}])/giu

/** A wallet of a crypto currency or a random key of PIX: nothing else of this length mixes letters and digits. */
const keys =
  /(?<![\p{L}\p{N}])(?:(?=\d*[a-z])(?=(?:[a-z]*\d){3})[a-z0-9]{26,90}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![\p{L}\p{N}])/giu

/** Finds the accounts and cards of a text that one could pay to and the owner has not named. */
export function createUnknownAccountsFinder(readTexts: () => string) {
  let known: string | undefined
  return (text: string): string[] =>
    accountsIn(plain(text)).filter((account) => {
      known ??= compact(plain(readTexts()))
      return !known.includes(account)
    })
}

function accountsIn(text: string): string[] {
  const codes = Array.from(text.matchAll(branchCodes), ([code]) => compact(code))
  const isOfAccount = codes.length > 0 || namesAccount.test(text)
  const accounts = [
    ...Array.from(text.matchAll(chains), ([chain]) => numbersOf(chain, isOfAccount)).flat(),
    ...Array.from(text.matchAll(ibans), ([written]) => ibanIn(written)).flat(),
    ...codes,
    ...Array.from(text.matchAll(keys), ([key]) => compact(key)),
    ...[...text.matchAll(handles), ...text.matchAll(gappedHandles)].map(
      ([, name = '', bank = '']) => compact(`${name}@${bank}`),
    ),
  ]
  return [...new Set(accounts)]
}

/** Cards are written in groups of four or more digits, or digit by digit; times and dates are not. */
const isGroupedAsCard = (groups: readonly string[]): boolean =>
  groups.slice(0, -1).every((group) => group.length >= 4) ||
  groups.every((group) => group.length === 1)

/** The cards in a chain of digits, whole groups each, and the chain itself if it can be an account. */
function numbersOf(chain: string, isOfAccount: boolean): string[] {
  const groups = chain.match(/\d+/g) ?? []
  const cards = groups.flatMap((_, from) => {
    let digits = ''
    const found: string[] = []
    for (const [at, group] of groups.slice(from, from + maxCardDigits).entries()) {
      digits += group
      if (digits.length > maxCardDigits) break
      if (isCard(digits) && isGroupedAsCard(groups.slice(from, from + at + 1))) found.push(digits)
    }
    return found
  })
  const digits = groups.join('')
  const isAccount = isOfAccount && digits.length >= 9 && digits.length <= 18
  return isAccount ? [...cards, digits] : cards
}

const maxCardDigits = 19
/** What the numbers of card schemes begin with; times and dates do not. */
const cardStart = /^(?:4|5[0-8]|6|3[04-8]|2[2-7]|8[12])/

/** Whether digits are the number of a card, by its check digit. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || !cardStart.test(digits)) return false
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, at) => {
      const value = at % 2 === 0 ? Number(digit) : Number(digit) * 2
      return total + (value > 9 ? value - 9 : value)
    }, 0)
  return sum % 10 === 0
}

const minIbanLength = 15
/** Each IBAN has so many digits; words with a time between them have fewer. */
const minIbanDigits = 10

/** The IBAN at the beginning of a text, which may end with words that follow it. */
function ibanIn(written: string): string[] {
  const ends = Array.from(written.matchAll(new RegExp(`${gap}|$`, 'gu')), ({ index }) => index)
  const candidates = ends.map((end) => compact(written.slice(0, end)))
  return candidates
    .filter(
      (iban) => iban.length >= minIbanLength && (iban.match(/\d/g) ?? []).length >= minIbanDigits,
    )
    .filter(hasCheckDigits)
    .slice(0, 1)
}

/** Whether the check digits of an IBAN are right: ISO 7064, mod 97. */
function hasCheckDigits(iban: string): boolean {
  const moved = iban.slice(4) + iban.slice(0, 4)
  return (
    Array.from(moved).reduce(
      (rest, letter) => Number(`${rest}${Number.parseInt(letter, 36)}`) % 97,
      0,
    ) === 1
  )
}
