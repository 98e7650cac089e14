/** The body of an answer whose pieces are made as they are taken, and no sooner. */
export function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await source.next()
        if (done === true) controller.close()
        else controller.enqueue(value)
      },
      // Whoever went away wants no more of it.
      cancel: async () => {
        await source.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}
