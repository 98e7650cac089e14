import type { Page } from 'playwright/test'

import { tabTo } from '../support/pages.ts'
import { freePort, productEnvironment, tlsEnvironment } from '../support/product.ts'
import { serverProcess } from '../support/servers.ts'
import {
  askForCode,
  expect,
  expectLive,
  lastCode,
  newPhoneNumber,
  signIn,
  test,
} from '../support/test.ts'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('an owner signs in by keyboard from the landing page, and a wrong code is refused in place', async ({
  page,
  plantedFailures,
}) => {
  plantedFailures.push('accounts:signInWithPhoneNumber')
  const phoneNumber = newPhoneNumber()
  const code = page.getByLabel('Verification code')
  await page.goto('/')
  await tabTo(page, page.getByRole('link', { name: 'Sign in' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.keyboard.type(phoneNumber)
  await page.keyboard.press('Enter')
  await expect(code).toBeFocused()
  const right = await lastCode(phoneNumber)

  await page.keyboard.type(right === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toContainText(/code/i)
  await expect(code).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(right)
  await page.waitForURL('/dashboard')
})

test('a deep link is opened after the login, and no remote is loaded before it', async ({
  page,
}) => {
  const remoteFiles: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/r/remote-')) remoteFiles.push(request.url())
  })
  for (const path of ['/dashboard', '/jobs/job_1/edit', '/billing', '/settings#whatsapp']) {
    await page.goto(path)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
  }
  await page.goto('/jobs?q=salon')
  await expect(page).toHaveURL('/login?next=%2Fjobs%3Fq%3Dsalon')
  expect(remoteFiles).toEqual([])

  await signIn(page, newPhoneNumber())
  await expect(page).toHaveURL('/jobs?q=salon')
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()
  await page.goto('/login?next=//evil.example/x')
  await expect(page).toHaveURL('/dashboard')
})

test('an address works in any case and with a trailing slash', async ({
  page,
  plantedFailures,
}) => {
  plantedFailures.push('/jobs/nothing/here')
  const phoneNumber = newPhoneNumber()
  await page.goto('/LOGIN/')
  await askForCode(page, phoneNumber)
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber))
  await page.waitForURL('/dashboard')
  await page.goto('/Jobs/')
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()

  const document = await page.goto('/jobs/nothing/here')
  expect(document?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible()
})

test('S4: a session that the api no longer accepts leads to the login and back', async ({
  owner: { page, phoneNumber },
  plantedFailures,
}) => {
  plantedFailures.push('/api/')
  const refuse = (url: string) =>
    page.route(url, (route) =>
      route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        json: { type: 't', title: 'Sign in', status: 401, code: 'token_expired', traceId: 't' },
      }),
    )
  // No page that asks for jobs by itself.
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await refuse('**/api/jobs*')
  await navigation(page).getByRole('link', { name: 'Jobs' }).click()
  await expect(page).toHaveURL('/login?next=%2Fjobs')

  await test.step('a 401 on the login page keeps the page for another try', async () => {
    await refuse('**/api/**')
    await askForCode(page, phoneNumber)
    await page.getByLabel('Verification code').fill(await lastCode(phoneNumber))
    await expect(page.getByRole('alert')).toContainText('Could not sign you in.')
    await expect(page).toHaveURL('/login?next=%2Fjobs')
  })
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Change number' }).click()
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/jobs')
  await expect(page.getByText('Welcome back!')).toBeVisible()
})

test('an unreachable identity provider on a reload does not sign out', async ({
  owner: { page },
  plantedFailures,
}) => {
  plantedFailures.push('identitytoolkit.googleapis.com')
  await page.goto('/dashboard')
  await expect(navigation(page)).toBeVisible()
  await page.route('**/identitytoolkit.googleapis.com/**', (route) => route.abort())
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
  await expect(navigation(page)).toBeVisible()
})

test('two tabs sign out together, and a failed sign-out shows an error', async ({
  owner: { page },
  context,
}) => {
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/jobs')
  await expect(other.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()

  // Before the session is known, another store would take the place of the broken one.
  await expectLive(page)
  await page.evaluate(() => {
    const store = IDBObjectStore.prototype
    const sound = Object.getOwnPropertyDescriptor(store, 'delete') ?? {}
    store.delete = () => {
      throw new Error('planted')
    }
    Object.assign(window, { mend: () => Object.defineProperty(store, 'delete', sound) })
  })
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await signOut.click()
  await expect(page.getByText('Failed to logout')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.evaluate(() => void Object(window).mend())
  await signOut.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Logged out successfully')).toBeVisible()
  await expect(other).toHaveURL('/login')
})

/** Stands in for the provider: its bot check loads a second script by a plain address, and the first code is not sent. */
async function answerForProvider(page: Page): Promise<void> {
  const allow = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
  const answer = (url: string, body: string) =>
    page.route(url, (route) =>
      route.fulfill({ contentType: 'text/javascript', headers: allow, body }),
    )
  let sent = 0
  await page.route('https://identitytoolkit.googleapis.com/**', (route) => {
    const isFirst = route.request().url().includes(':sendVerificationCode') && (sent += 1) === 1
    const json = { recaptchaSiteKey: 'site', sessionInfo: 'session' }
    const refusal = { error: { code: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' } }
    return route.fulfill({
      headers: allow,
      status: isFirst ? 400 : 200,
      json: isFirst ? refusal : json,
    })
  })
  await answer(
    'https://www.google.com/recaptcha/api.js?*',
    `window.loaded = new URL(document.currentScript.src).searchParams.get('onload')
    const next = document.createElement('script')
    next.src = 'https://www.gstatic.com/recaptcha/releases/QvLuXwup/recaptcha__en.js'
    document.head.append(next)`,
  )
  await answer(
    'https://www.gstatic.com/recaptcha/releases/**',
    `let isHuman
    window.grecaptcha = {
      render: (_, { callback }) => { isHuman = callback; return 0 },
      execute: () => isHuman('token'),
      getResponse: () => 'token',
      reset() {},
    }
    window[window.loaded]()`,
  )
}

test('S1: the production bot check runs under the security policy, and again after a failed code', async ({
  page,
  plantedFailures,
}) => {
  plantedFailures.push('accounts:sendVerificationCode')
  const port = freePort()
  // In front of the same releases, with the identity provider of production.
  const edge = serverProcess('delivery/edge/server.ts', {
    ...tlsEnvironment,
    PORT: port,
    DATA_DIR: productEnvironment.DATA_DIR,
    API_URL: `http://127.0.0.1:${productEnvironment.API_PORT}`,
    // Nobody answers there: it goes by the last document that the product's own edge kept.
    REGISTRY_URL: 'http://127.0.0.1:1/registry',
    FIREBASE_API_KEY: 'key',
  })
  await edge.start()
  await answerForProvider(page)
  const document = await page.goto(`https://localhost:${port}/login`)
  expect(document?.headers()['content-security-policy']).toContain(
    "require-trusted-types-for 'script'",
  )
  await page.getByLabel('Phone number').fill(newPhoneNumber())
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts')
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await edge.kill()
})
