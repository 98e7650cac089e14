import type { Page } from 'playwright/test'

import { askForCode, expect, lastCode, newPhoneNumber, signIn, test } from '../support/test.ts'

/** The next code on its way to a number. */
async function sentCode(phoneNumber: string, before?: string): Promise<string> {
  let code: string | undefined
  await expect(async () => {
    code = await lastCode(phoneNumber)
    expect(code).not.toBe(before)
  }).toPass()
  return code ?? ''
}

const otherCode = (code: string): string => (code === '000000' ? '000001' : '000000')

test('a wrong code is refused in place; the right one is taken then', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await page.goto('/login')
  await askForCode(page, phoneNumber)
  const right = await lastCode(phoneNumber)

  await page.getByLabel('Verification code').fill(otherCode(right))
  await expect(page.getByRole('alert')).toContainText(/code/i)
  await expect(page.getByLabel('Verification code')).toBeFocused()

  await page.getByLabel('Verification code').fill(right)
  await page.waitForURL('/dashboard')
})

// The emulator's codes never expire, its quota never ends, nobody is disabled: the provider's
// answers are given here.
const refuse = (page: Page, call: string, message: string) =>
  page.route(`**/v1/accounts:${call}*`, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message } } }),
  )

test('S1: a code that could not be sent is sent at the next try', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await page.goto('/login')
  await refuse(page, 'sendVerificationCode', 'TOO_MANY_ATTEMPTS_TRY_LATER')
  await page.getByLabel('Phone number').fill(phoneNumber)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('alert')).toContainText('Too many attempts')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Verification code').fill(await sentCode(phoneNumber))
  await page.waitForURL('/dashboard')
})

test('an expired code leads to a new one, which signs in', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await page.goto('/login')
  await askForCode(page, phoneNumber)
  const expired = await lastCode(phoneNumber)
  await refuse(page, 'signInWithPhoneNumber', 'SESSION_EXPIRED')
  await page.getByLabel('Verification code').fill(expired)
  await expect(page.getByRole('alert')).toContainText('expired')

  await page.unrouteAll()
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByLabel('Verification code')).toHaveValue('')
  const fresh = await sentCode(phoneNumber, expired)
  await page.getByLabel('Verification code').fill(fresh)
  await page.waitForURL('/dashboard')
})

test('a disabled account is told so', async ({ page }) => {
  await page.goto('/login')
  await askForCode(page, newPhoneNumber())
  await refuse(page, 'signInWithPhoneNumber', 'USER_DISABLED')
  await page.getByLabel('Verification code').fill('123456')

  await expect(page.getByRole('alert')).toContainText('disabled')
})

test('a number that is none is refused before anything is sent', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Phone number').fill('12')
  await page.getByRole('button', { name: 'Send code' }).click()

  await expect(page.getByLabel('Phone number')).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByLabel('Verification code')).toBeHidden()
})

test('a deep link leads back after the login, parameters included', async ({ page }) => {
  await page.goto('/jobs?q=salon')
  await expect(page).toHaveURL('/login?next=%2Fjobs%3Fq%3Dsalon')

  await signIn(page, newPhoneNumber())

  await expect(page).toHaveURL('/jobs?q=salon')
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()
})

test('the section that a link names is open after the login', async ({ page }) => {
  await page.goto('/settings#whatsapp')
  await expect(page).toHaveURL('/login?next=%2Fsettings%23whatsapp')

  await signIn(page, newPhoneNumber())

  await expect(page).toHaveURL('/settings#whatsapp')
  await expect(page.getByRole('form', { name: 'WhatsApp' })).toBeVisible()
})

test('a section that there is not does no harm', async ({ page }) => {
  await page.goto('/settings#"]//evil.example')
  await signIn(page, newPhoneNumber())
  await expect(page.getByRole('form', { name: 'Profile' })).toBeVisible()
  await expect(page).toHaveURL((url) => url.pathname === '/settings')

  await page.goto('/dashboard#<img src=x>')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('img[src=x]')).toHaveCount(0)
})

test('the way back never leads to another site', async ({ page }) => {
  await page.goto('/login?next=//evil.example/jobs')
  await signIn(page, newPhoneNumber())

  await expect(page).toHaveURL('/dashboard')
})

test('a signed-in owner has nothing to do on the login page', async ({ owner: { page } }) => {
  for (const search of ['', '?next=/.//evil.example/x', '?next=//evil.example/x']) {
    await page.goto(`/login${search}`)
    await expect(page).toHaveURL('/dashboard')
  }
})

test('no code of a remote is fetched for a signed-out visitor', async ({ page }) => {
  const remoteFiles: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/r/remote-')) remoteFiles.push(request.url())
  })

  await page.goto('/chats')
  await expect(page).toHaveURL('/login?next=%2Fchats')

  expect(remoteFiles).toEqual([])
})

const answerUnauthorized = (page: Page, url: string) =>
  page.route(url, (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { type: 't', title: 'Sign in', status: 401, code: 'token_expired', traceId: 't' },
    }),
  )

test('S4: a session that the api no longer accepts ends at the login, and comes back', async ({
  owner: { page, phoneNumber },
}) => {
  // No page that asks for jobs by itself.
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await answerUnauthorized(page, '**/api/jobs*')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(page).toHaveURL('/login?next=%2Fjobs')

  await page.unroute('**/api/jobs*')
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/jobs')
})

test('S4: a 401 on the login leaves the page where it is, to try again', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await answerUnauthorized(page, '**/api/**')
  await page.goto('/login?next=%2Fjobs')
  const loads: string[] = []
  page.on('framenavigated', (frame) => loads.push(frame.url()))
  await askForCode(page, phoneNumber)
  await page.getByLabel('Verification code').fill(await lastCode(phoneNumber))
  await expect(page.getByRole('alert')).toContainText('Signing in did not work.')
  await expect(page.getByLabel('Verification code')).toBeFocused()
  expect(loads).toEqual([])

  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Change number' }).click()
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/jobs')
})

test('an identity provider out of reach on a reload does not sign out', async ({
  owner: { page },
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.route('**/identitytoolkit.googleapis.com/**', (route) => route.abort())
  await page.reload()

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('two tabs sign out together', async ({ owner: { page }, context }) => {
  await page.goto('/dashboard')
  const other = await context.newPage()
  await other.goto('/jobs')
  await expect(other.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()

  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
})
