import { toPlainText } from './plain-text.ts'

/** Where the names of currencies are taken from. */
const locales = [
  'en',
  'en-IN',
  'en-GB',
  'en-US',
  'hi',
  'ar',
  'es',
  'de',
  'fr',
  'pt',
  'it',
  'nl',
  'tr',
  'ru',
  'zh',
  'ja',
  'ko',
]

/** Names that people write but CLDR lacks. */
const extraCurrencyNames: Record<string, string> = {
  INR: 'rs. rs re rupaye rupay rupaya rupe रु. रु रुपये रुपए रूपये रुपया rupee rupees',
  PKR: 'rs. rs rupaye rupay روپے',
  LKR: 'rs. rs',
  NPR: 'rs. rs रु',
  AED: 'dhs dhs. dh dirham dirhams درهم دراهم',
  MAD: 'dh dhs درهم دراهم',
  SAR: 'sr riyal riyals ريال ريالات',
  QAR: 'qr ريال ريالات',
  EGP: 'le l.e. ج.م جنيه جنيهات',
  KWD: 'kd دينار',
  USD: 'us$ $us dolar dollar dollars',
  EUR: 'euro euros eur.',
  GBP: 'quid',
  BRL: 'real reais conto contos pila',
  JPY: '円 yen ￥',
  CNY: '元 块 rmb',
  MXN: 'mx$ pesos',
  CHF: 'fr. sfr. sfr',
}

/** Marks by their first character; the longest of each first. */
export type CurrencyMarks = ReadonlyMap<string, readonly string[]>

const marksByCurrency = new Map<string, CurrencyMarks>()

const toMarks = (marks: Iterable<string>): CurrencyMarks =>
  Map.groupBy(
    [...new Set(marks)].toSorted((one, other) => other.length - one.length),
    (mark) => mark[0] ?? '',
  )

/** All signs and names of a currency beside an amount, as plain text; the longest first. */
export function currencyMarksOf(currency: string, own: readonly string[] = []): CurrencyMarks {
  const key = [currency, ...own].join(' ')
  const commonCurrencies = marksByCurrency.get(key)
  if (commonCurrencies !== undefined) return commonCurrencies
  const marks = new Set([currency, ...(extraCurrencyNames[currency]?.split(' ') ?? [])])
  for (const locale of new Set([...locales, ...own])) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol', 'name'] as const) {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
      for (const count of [1, 2, 5, 11]) {
        const mark =
          format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? currency
        marks.add(mark)
        if (currencyDisplay !== 'name') continue
        // `rupees` as well as `Indian rupees`; articles and the like are no names.
        for (const word of mark.split(/[\s-]+/)) if (word.length > 3) marks.add(word)
      }
    }
  }
  const narrow = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value
  // `US$` and `CA$`, as those write who have another dollar.
  if (narrow !== undefined && /^\p{Sc}$/u.test(narrow)) marks.add(currency.slice(0, 2) + narrow)
  const plain = toMarks(
    Array.from(marks, (mark) => toPlainText(mark).text.trim())
      // `500 د.إ`, as people leave out the last point.
      .flatMap((mark) => [mark, mark.replace(/(?<=..)\.$/, '')])
      .filter((mark) => mark !== ''),
  )
  marksByCurrency.set(key, plain)
  return plain
}

/** Common currencies, recognised also where a field asks for another one. */
const known = [
  'INR',
  'USD',
  'EUR',
  'GBP',
  'AED',
  'SAR',
  'EGP',
  'BRL',
  'JPY',
  'CNY',
  'CHF',
  'MXN',
  'PKR',
  'KWD',
  'AUD',
  'CAD',
  'HKD',
  'KRW',
]

/** The marks of all common currencies; built at start, because it takes too long during a message. */
export const allCurrencyMarks = toMarks(
  known.flatMap((currency) => [...currencyMarksOf(currency).values()].flat()),
)

/** How many decimals an amount of a currency has. */
export function decimalsOf(currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
