import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Page } from 'playwright/test'

import { anotherEnvironment, productEnvironment, tlsEnvironment } from '../support/product.ts'
import { askForCode, expect, newPhoneNumber, test } from '../support/test.ts'

/** An edge in front of the same releases, with the identity provider of production. */
async function startEdge(port: string): Promise<ChildProcess> {
  const edge = fork(join(import.meta.dirname, '../../delivery/edge/server.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      ...process.env,
      ...tlsEnvironment,
      PORT: port,
      DATA_DIR: productEnvironment.DATA_DIR,
      API_URL: `http://127.0.0.1:${productEnvironment.API_PORT}`,
      // Nobody answers there: it goes by the last document that the product's own edge kept.
      REGISTRY_URL: 'http://127.0.0.1:1/registry',
      FIREBASE_API_KEY: 'key',
    },
  })
  await once(edge, 'message')
  return edge
}

const script = (body: string) => ({
  contentType: 'text/javascript',
  headers: { 'access-control-allow-origin': '*' },
  body,
})

/** Stands in for the provider: its bot check loads a second script by a plain address. */
async function answerForProvider(page: Page): Promise<void> {
  await page.route('https://identitytoolkit.googleapis.com/**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: { recaptchaSiteKey: 'site', sessionInfo: 'session' },
    }),
  )
  await page.route('https://www.google.com/recaptcha/api.js?*', (route) =>
    route.fulfill(
      script(`
        window.loaded = new URL(document.currentScript.src).searchParams.get('onload')
        const next = document.createElement('script')
        next.src = 'https://www.gstatic.com/recaptcha/releases/QvLuXwup/recaptcha__en.js'
        document.head.append(next)
      `),
    ),
  )
  await page.route('https://www.gstatic.com/recaptcha/releases/**', (route) =>
    route.fulfill(
      script(`
        let isHuman
        window.grecaptcha = {
          render: (_, { callback }) => { isHuman = callback; return 0 },
          execute: () => isHuman('token'),
          getResponse: () => 'token',
          reset() {},
        }
        window[window.loaded]()
      `),
    ),
  )
}

test('the bot check of production runs under the policy that refuses other scripts', async ({
  page,
}) => {
  const { PORT } = anotherEnvironment()
  const edge = await startEdge(PORT)
  try {
    await answerForProvider(page)
    const document = await page.goto(`https://localhost:${PORT}/login`)
    expect(document?.headers()['content-security-policy']).toContain(
      "require-trusted-types-for 'script'",
    )

    await askForCode(page, newPhoneNumber())
  } finally {
    edge.kill()
  }
})
