import type { ByteSource } from './file-store.ts'

/** Reads bytes by lengths, whatever pieces they come in, and keeps no more of them than it is asked for. */
export class PieceReader {
  #source: AsyncIterator<Uint8Array>
  #known: Buffer = Buffer.alloc(0)

  constructor(source: ByteSource) {
    this.#source = piecesOf(source)
  }

  /** What comes next: at least that many bytes unless the source ends before. */
  async peek(length: number): Promise<Buffer> {
    const pieces = [this.#known]
    let size = this.#known.length
    while (size < length) {
      const { done, value } = await this.#source.next()
      if (done === true) break
      pieces.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength))
      size += value.length
    }
    if (pieces.length > 1) this.#known = Buffer.concat(pieces)
    return this.#known
  }

  /** The next bytes; fewer only at the end. */
  async take(length: number): Promise<Buffer> {
    const known = await this.peek(length)
    this.#known = known.subarray(length)
    return known.subarray(0, length)
  }

  /** The next bytes in pieces as they come, for lengths that may be large or wrong. */
  async *pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0;) {
      const { length: known } = await this.peek(1)
      if (known === 0) return
      const piece = await this.take(Math.min(left, known))
      left -= piece.length
      yield piece
    }
  }

  async skip(length: number): Promise<void> {
    for await (const _ of this.pieces(length));
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}

async function* piecesOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  yield* source
}
