import type { Page } from 'playwright/test'

/** Has instructions written in this page word by word, until somebody stops it. */
export async function writeWithoutEnd(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const usual = window.fetch
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      if (!request.url.includes('/generate-instructions')) return usual(request)
      const word =
        'event: delta\ndata: {"path":"/instructions","text":"Be kind to everybody. "}\n\n'
      const body = new ReadableStream<Uint8Array>({
        start(words) {
          const timer = setInterval(() => words.enqueue(new TextEncoder().encode(word)), 30)
          request.signal.addEventListener('abort', () => {
            clearInterval(timer)
            words.error(request.signal.reason)
          })
        },
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
    }
  })
}
