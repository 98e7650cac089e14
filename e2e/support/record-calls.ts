import type { Page } from 'playwright/test'

interface Call {
  method: string
  path: string
  body: unknown
}

/**
 * Keeps what the page sends from now on, also after it goes elsewhere. In the page: the browser does
 * not tell of bodies that are streams.
 */
export async function recordCalls(page: Page): Promise<Call[]> {
  const calls: Call[] = []
  await page.exposeFunction('keepCall', (method: string, path: string, text: string) => {
    calls.push({ method, path, body: text === '' ? undefined : JSON.parse(text) })
  })
  await page.addInitScript(() => {
    const send = window.fetch
    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      const text = await request.clone().text()
      await Object(window).keepCall(request.method, new URL(request.url).pathname, text)
      return send(request)
    }
  })
  return calls
}
