import { inflateSync } from 'node:zlib'

/** What is drawn on each page of a PDF, as the instructions that draw it. */
export function pagesOf(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1')
  return [...text.matchAll(/stream\n([^]*?)\nendstream/g)].flatMap(([, content = '']) => {
    try {
      const drawn = inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
      return /^BT$/m.test(drawn) ? [drawn] : []
    } catch {
      return []
    }
  })
}
