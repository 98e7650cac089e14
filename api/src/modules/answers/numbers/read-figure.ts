import { toPlainText } from './plain-text.ts'

/** How a locale separates: `1.234,5` has a point between groups and a comma before decimals. */
export interface Separators {
  group: string
  decimal: string
}

/** A figure as plain digits; all that it could be where nobody can know; nothing where it is none. */
export type Figure = { digits: string } | { couldBe: number[] } | undefined

export interface FigureHints {
  /** Only whole numbers are asked for: nobody writes three zeros behind a comma then. */
  isWhole?: boolean | undefined
  /** More decimals than these are none of the amount. */
  decimals?: number | undefined
}

interface FigureReading {
  digits: string
  group?: string
  decimal?: string
  fraction: string
}

const separatorsByLocale = new Map<string, Separators[]>()

/** The separators of a locale, of numbers and of money, in its own digits and in Latin ones. */
export function separatorsOf(locale: string): Separators[] {
  const known = separatorsByLocale.get(locale)
  if (known !== undefined) return known
  const money = { style: 'currency', currency: 'EUR' } as const
  const found = [{}, { numberingSystem: 'latn' }]
    .flatMap((digits) => [digits, { ...digits, ...money }])
    .map((options) => new Intl.NumberFormat(locale, options).formatToParts(1_234_567.5))
    .map((parts) => ({ group: partOf(parts, 'group'), decimal: partOf(parts, 'decimal') }))
  const separators = found.filter(
    (one, index) => found.findIndex((other) => isSame(one, other)) === index,
  )
  separatorsByLocale.set(locale, separators)
  return separators
}

const isSame = (one: Separators, other: Separators) =>
  one.group === other.group && one.decimal === other.decimal

const partOf = (parts: Intl.NumberFormatPart[], type: string): string =>
  toPlainText(parts.find((part) => part.type === type)?.value ?? '').text

/**
 * Reads digits with their separators. What has one meaning anywhere is taken; `1.500` is what all
 * locales that may be meant make of it.
 */
export function readFigure(
  figure: string,
  locales: readonly (readonly Separators[])[],
  { isWhole = false, decimals }: FigureHints = {},
): Figure {
  const attempts = readingsOf(figure)
  const [only] = attempts
  if (only === undefined) return undefined
  if (attempts.length === 1) {
    const isUsual = locales.flat().some(({ decimal }) => decimal === only.decimal)
    // `1234.567` where a point separates groups: a group was forgotten, or it is a decimal point.
    const isDoubtful =
      only.fraction.length === 3 && !isUsual && !/^0*\./.test(only.digits) && only.decimal !== '٫'
    const couldBe = [Number(only.digits), Number(only.digits.replace('.', ''))]
    return isDoubtful ? { couldBe } : { digits: only.digits }
  }
  const ways = locales.map((separators) =>
    attempts.filter((attempt) => separators.some((one) => fitsSeparators(attempt, one))),
  )
  // Where a locale does not separate so at all, people there write it one way or the other.
  const isKnown = ways.every(({ length }) => length > 0)
  const meant = isKnown ? [...new Set(ways.flat())] : []
  const precise = meant.filter(
    ({ fraction }) => fraction.length <= (isWhole ? 0 : (decimals ?? Number.POSITIVE_INFINITY)),
  )
  const left = isWhole || precise.length > 0 ? precise : meant
  const [first] = left
  return first !== undefined && left.length === 1
    ? { digits: first.digits }
    : { couldBe: attempts.map(({ digits }) => Number(digits)) }
}

const fitsSeparators = ({ group, decimal }: FigureReading, separators: Separators): boolean =>
  (group === undefined || group === separators.group) &&
  (decimal === undefined || decimal === separators.decimal)

/** What digits with separators can be anywhere: at most a grouped number and one with decimals. */
function readingsOf(figure: string): FigureReading[] {
  const parts = figure.split(/[^0-9]/)
  const marks = figure.replaceAll(/[0-9]/g, '')
  const last = marks.at(-1)
  if (last === undefined) return [{ digits: figure, fraction: '' }]
  const attempts: FigureReading[] = []
  if ('.,٫'.includes(last) && marks.indexOf(last) === marks.length - 1) {
    const whole = readGroups(parts.slice(0, -1), marks.slice(0, -1))
    const fraction = parts.at(-1) ?? ''
    if (whole !== undefined)
      attempts.push({
        ...whole,
        digits: `${whole.digits || '0'}.${fraction}`,
        decimal: last,
        fraction,
      })
  }
  const whole = readGroups(parts, marks)
  if (whole !== undefined && last !== '٫') attempts.push({ ...whole, fraction: '' })
  return attempts
}

/** Digits in groups of three, or of two and the last of three; nobody groups behind a zero. */
function readGroups(
  parts: string[],
  marks: string,
): { digits: string; group?: string } | undefined {
  const [first = '', ...rest] = parts
  const [group] = marks
  const digits = parts.join('')
  if (group === undefined) return { digits }
  const middle = rest.slice(0, -1)
  const isGrouped =
    new Set(marks).size === 1 &&
    /^[1-9]\d{0,2}$/.test(first) &&
    rest.at(-1)?.length === 3 &&
    (middle.every(({ length }) => length === 3) ||
      (first.length <= 2 && middle.every(({ length }) => length === 2)))
  return isGrouped ? { digits, group } : undefined
}
