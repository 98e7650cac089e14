import { toPlainText } from './plain-text.ts'
import words from './quantity-words.json' with { type: 'json' }

/** Where the names of currencies are taken from. */
const locales = 'en en-IN en-GB en-US hi ar es de fr pt it nl tr ru zh ja ko'.split(' ')

/** Common currencies, recognised also where a field asks for another one. */
const common = 'INR USD EUR GBP AED SAR EGP BRL JPY CNY CHF MXN PKR KWD AUD CAD HKD KRW'.split(' ')

/** Names that people write but CLDR lacks. */
const ownNames = new Map(Object.entries(words.currencies))

/** Marks by their first character; the longest of each first. */
export type CurrencyMarks = ReadonlyMap<string, readonly string[]>

const marksByCurrency = new Map<string, CurrencyMarks>()

const toMarks = (marks: Iterable<string>): CurrencyMarks =>
  Map.groupBy(
    [...new Set(marks)].toSorted((one, other) => other.length - one.length),
    (mark) => mark[0] ?? '',
  )

function nameOf(
  currency: string,
  locale: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'name',
  count = 0,
): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
  return format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? currency
}

/** All signs and names of a currency beside an amount, as plain text; the longest first. */
export function currencyMarksOf(currency: string, own: readonly string[] = []): CurrencyMarks {
  const key = [currency, ...own].join(' ')
  const known = marksByCurrency.get(key)
  if (known !== undefined) return known
  const narrow = nameOf(currency, 'en', 'narrowSymbol')
  const marks = [currency, ...(ownNames.get(currency)?.split(' ') ?? [])]
  // `US$` and `CA$`, as those write who have another dollar.
  if (/^\p{Sc}$/u.test(narrow)) marks.push(currency.slice(0, 2) + narrow)
  for (const locale of new Set([...locales, ...own])) {
    marks.push(nameOf(currency, locale, 'symbol'), nameOf(currency, locale, 'narrowSymbol'))
    for (const count of [1, 2, 5, 11]) {
      const name = nameOf(currency, locale, 'name', count)
      // `rupees` as well as `Indian rupees`; articles and the like are no names.
      marks.push(name, ...name.split(/[\s-]+/).filter(({ length }) => length > 3))
    }
  }
  const plain = marks
    .map((mark) => toPlainText(mark).text.trim())
    // `500 د.إ`, as people leave out the last point.
    .flatMap((mark) => [mark, mark.replace(/(?<=..)\.$/, '')])
  const found = toMarks(plain.filter((mark) => mark !== ''))
  marksByCurrency.set(key, found)
  return found
}

/** The marks of all common currencies; built at start, because it takes too long during a message. */
export const allCurrencyMarks = toMarks(
  common.flatMap((currency) => [...currencyMarksOf(currency).values()].flat()),
)

/** How many decimals an amount of a currency has. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
