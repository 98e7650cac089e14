/** Bytes `start` to `end`, both included. */
interface Range {
  start: number
  end: number
}

/** The one range that a request asks for; nothing when it asks for none, or for several. */
export function readRange(
  header: string | undefined,
  size: number,
): Range | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  const range =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  return range.start <= range.end ? range : 'unsatisfiable'
}
