/** One server-sent event. */
export interface ServerEvent {
  event: string
  data: unknown
}

/** Reads the events of an answer one by one, comments left out; nothing when the stream has ended. */
export function readEvents(response: Response): { next: () => Promise<ServerEvent | undefined> } {
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let buffer = ''

  async function next(): Promise<ServerEvent | undefined> {
    const end = buffer.indexOf('\n\n')
    if (end === -1) {
      const { value, done } = (await chunks?.read()) ?? { done: true, value: undefined }
      if (done) return undefined
      buffer += value
      return next()
    }
    const lines = buffer.slice(0, end).split('\n')
    buffer = buffer.slice(end + 2)
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const event = field('event')
    return event === undefined ? next() : { event, data: JSON.parse(field('data') ?? 'null') }
  }
  return { next }
}
