import { useMemo } from 'react'

import { readSettings, useSettings } from './document-settings.ts'
import { readNow } from './use-now.ts'

type DateLike = Date | string | number

/** Formats numbers, money and times in the reader's language and time zone. */
export interface Formats {
  number: (value: number | bigint, options?: Intl.NumberFormatOptions) => string
  /** A share: 0.25 as 25%. */
  percent: (part: number) => string
  /** An amount in minor units (paise), or in units of 10^-scale if that is finer. */
  money: (amount: number | bigint, currency: string, scale?: number) => string
  date: (when: DateLike, options?: Intl.DateTimeFormatOptions) => string
  time: (when: DateLike) => string
  dateTime: (when: DateLike) => string
  /** A duration in two units, `3h 12m`. */
  duration: (milliseconds: number) => string
  relative: (when: DateLike, now?: DateLike) => string
  list: (items: readonly string[]) => string
}

/** The formats for the page's language: `useFormats().money(129_900, 'INR')` is `₹1,299.00`. */
export function useFormats(): Formats {
  const { locale, timeZone } = useSettings()
  return useMemo(() => createFormats(locale, timeZone), [locale, timeZone])
}

/** The same, outside of components. */
export function readFormats(): Formats {
  const { locale, timeZone } = readSettings()
  return createFormats(locale, timeZone)
}

/** The formats for any language. */
export function createFormats(locale: string, timeZone?: string): Formats {
  const zone = timeZone === undefined ? {} : { timeZone }
  const number = (value: number | bigint, options?: Intl.NumberFormatOptions) =>
    numberFormat(locale, options).format(value)
  const formatDate = (when: DateLike, options: Intl.DateTimeFormatOptions) =>
    dateFormat(locale, { ...zone, ...options }).format(new Date(when))
  return {
    number,
    percent: (part) => number(part, { style: 'percent' }),
    money: (amount, currency, scale) => money(locale, BigInt(amount), currency, scale),
    date: (when, options = { dateStyle: 'medium' }) => formatDate(when, options),
    time: (when) => formatDate(when, { timeStyle: 'short' }),
    dateTime: (when) => formatDate(when, { dateStyle: 'medium', timeStyle: 'short' }),
    duration: (milliseconds) => duration(milliseconds, number),
    relative: (when, now = readNow()) => relative(locale, when, now),
    list: (items) => new Intl.ListFormat(locale).format(items),
  }
}

/** The sign of a currency, `₹` for INR, as shown in amount fields. */
export const currencySign = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency

const numberFormat = memoizeFormat(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
)
const dateFormat = memoizeFormat(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
)
const relativeFormat = memoizeFormat(
  (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
)

/** Caches formats: creating one takes longer than using it a hundred times. */
function memoizeFormat<Options, Format>(make: (locale: string, options?: Options) => Format) {
  const formats = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`
    const format = formats.get(key) ?? make(locale, options)
    formats.set(key, format)
    return format
  }
}

function money(locale: string, amount: bigint, currency: string, scale?: number): string {
  const currencyFormat = numberFormat(locale, { style: 'currency', currency })
  const currencyDigits = currencyFormat.resolvedOptions().maximumFractionDigits ?? 2
  const digits = scale ?? currencyDigits
  // Digits below the smallest coin are shown: a price of 0.005 is not 0.01.
  const format =
    digits > currencyDigits
      ? numberFormat(locale, { style: 'currency', currency, maximumFractionDigits: digits })
      : currencyFormat
  // As text: a division would introduce floating point.
  const padded = (amount < 0n ? -amount : amount).toString().padStart(digits + 1, '0')
  const whole = padded.slice(0, padded.length - digits)
  const part = padded.slice(padded.length - digits)
  const decimal = `${amount < 0n ? '-' : ''}${whole}.${part || '0'}` as Intl.StringNumericLiteral
  return format.format(decimal)
}

function duration(milliseconds: number, number: Formats['number']): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000))
  const of = (unit: string, value: number) =>
    number(value, { style: 'unit', unit, unitDisplay: 'narrow' })
  if (minutes < 60) return of('minute', minutes)
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `${of('hour', hours)} ${of('minute', minutes % 60)}`
  return `${of('day', Math.floor(hours / 24))} ${of('hour', hours % 24)}`
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

function relative(locale: string, when: DateLike, now: DateLike): string {
  const seconds = (new Date(when).getTime() - new Date(now).getTime()) / 1000
  const format = relativeFormat(locale)
  const unit = units.find(([, length]) => Math.abs(seconds) >= length)
  if (unit === undefined) return format.format(0, 'second')
  return format.format(Math.round(seconds / unit[1]), unit[0])
}
