import { isTooLarge, toPlain, withinLimits } from './read-number.ts'
import { readText, refuse, type Reader } from './reading.ts'

/** An amount in main units, alone or with what names its own currency: `Rs. 500/-`, `-₹5`, `2 lakh`. */
export const currency: Reader = (raw, field) => {
  const code = field.validation?.currency ?? 'INR'
  const value = typeof raw === 'number' ? raw : parseAmount(readText(raw, 60) ?? '', code)
  if (!Number.isFinite(value) || isTooLarge(value))
    return refuse('invalid_amount', 'Not an amount.')
  const decimals = decimalsOf(code)
  if (Number(value.toFixed(decimals)) !== value) {
    return refuse('too_precise', `At most ${decimals} decimals.`, { max: decimals })
  }
  return withinLimits(value, field)
}

/** Whatever is not understood makes it none: half of an amount is a wrong one. */
function parseAmount(text: string, code: string): number {
  const { marks, names } = wordsOf(code)
  let rest = text.normalize('NFKC').toLowerCase().replaceAll('\u2212', '-')
  const before = takeSign(rest)
  rest = before.rest
  for (const mark of marks) {
    if (!rest.startsWith(mark)) continue
    rest = rest.slice(mark.length).trimStart()
    break
  }
  const after = before.sign === '' ? takeSign(rest) : { sign: before.sign, rest }
  rest = dropEnd(dropEnd(dropEnd(after.rest, ['/-']), [...names, ...marks]), ['/-'])
  const scale = scales.find(([word]) => rest.endsWith(word))
  if (scale !== undefined) rest = rest.slice(0, -scale[0].length)
  const digits = rest.replaceAll(/[\s_]/g, '')
  const plain = /^\d|^\.\d/.test(digits) ? toPlain(digits) : undefined
  // With an exponent and not multiplied: 1.1 lakh is 110000, not a hair beside it.
  return plain === undefined ? Number.NaN : Number(`${after.sign}${plain}e${scale?.[1] ?? 0}`)
}

function takeSign(text: string): { sign: string; rest: string } {
  const [whole = '', sign = ''] = /^([+-]?)\s*/.exec(text) ?? []
  return { sign, rest: text.slice(whole.length) }
}

function dropEnd(text: string, words: string[]): string {
  const word = words.find((one) => text.endsWith(one))
  return word === undefined ? text : text.slice(0, -word.length).trimEnd()
}

/** How many zeros a word stands for. */
const scales: [word: string, zeros: number][] = [
  ['k', 3],
  ['thousand', 3],
  ['lakhs', 5],
  ['lakh', 5],
  ['lacs', 5],
  ['lac', 5],
  ['crores', 7],
  ['crore', 7],
]

/** What stands before an amount of this currency, and what behind it; the longest first. */
function wordsOf(code: string): { marks: string[]; names: string[] } {
  const narrow = nameOf(code, 'narrowSymbol', 0)
  // `US$` and `CA$`, as those write who have another dollar.
  const marks = [code, nameOf(code, 'symbol', 0), narrow, `${code.slice(0, 2)}${narrow}`]
  if (code === 'INR' || narrow === 'Rs') marks.push('Rs.', 'Rs')
  const names = [1, 2].map((count) => nameOf(code, 'name', count))
  // `rupees` as well as `Indian rupees`.
  const short = names.map((name) => name.split(' ').at(-1) ?? name)
  return { marks: folded(marks), names: folded([...names, ...short]) }
}

function folded(words: string[]): string[] {
  const all = new Set(words.map((word) => word.normalize('NFKC').toLowerCase()))
  return [...all].toSorted((one, other) => other.length - one.length)
}

function nameOf(
  code: string,
  currencyDisplay: 'symbol' | 'narrowSymbol' | 'name',
  count: number,
): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay })
  return format.formatToParts(count).find(({ type }) => type === 'currency')?.value ?? code
}

function decimalsOf(code: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
