/** Which bytes of a file are wanted; both ends are among them. */
export interface ByteRange {
  from: number
  to: number
}

/**
 * The range that a `Range` header asks for (RFC 9110, section 14). Nothing when the whole file is
 * the answer, as it is to several ranges at once and to what is not understood.
 */
export function readRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return from > to ? 'unsatisfiable' : { from, to }
}
