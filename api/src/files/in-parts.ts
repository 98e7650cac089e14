/**
 * The same bytes in parts of that size, the last one smaller. There is one part in memory, which is
 * filled again when the next one is asked for: who takes one has to be through with it by then.
 */
export async function* inParts(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  size: number,
): AsyncGenerator<Uint8Array> {
  const part = new Uint8Array(size)
  let filled = 0
  for await (const chunk of source) {
    for (let from = 0; from < chunk.length;) {
      const piece = chunk.subarray(from, from + size - filled)
      part.set(piece, filled)
      filled += piece.length
      from += piece.length
      if (filled < size) continue
      yield part
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
