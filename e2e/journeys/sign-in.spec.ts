import { askForCode, expect, lastCode, newPhoneNumber, signIn, test } from '../support/test.ts'

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

// The emulator's codes never expire and its quota never ends: the provider's answers are given here.
for (const { name, call, error, says } of [
  {
    name: 'an expired code asks for a new one',
    call: 'signInWithPhoneNumber',
    error: 'SESSION_EXPIRED',
    says: /expired/i,
  },
  {
    name: 'too many attempts ask for patience',
    call: 'sendVerificationCode',
    error: 'TOO_MANY_ATTEMPTS_TRY_LATER',
    says: /too many/i,
  },
  {
    name: 'a blocked account is told so',
    call: 'signInWithPhoneNumber',
    error: 'USER_DISABLED',
    says: /disabled|blocked/i,
  },
]) {
  test(name, async ({ page }) => {
    await page.goto('/login')
    await page.route(`**/v1/accounts:${call}*`, (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: error } } }),
    )
    await page.getByLabel('Phone number').fill(newPhoneNumber())
    await page.getByRole('button', { name: 'Send code' }).click()
    if (call === 'signInWithPhoneNumber') await page.getByLabel('Verification code').fill('123456')
    await expect(page.getByRole('alert')).toContainText(says)

    // S1: the next try starts with a fresh bot check and works.
    await page.unroute(`**/v1/accounts:${call}*`)
    const again = page.getByRole('button', { name: /Send code|Change number/ })
    await again.click()
    const phoneNumber = newPhoneNumber()
    if (await page.getByLabel('Phone number').isVisible()) await askForCode(page, phoneNumber)
    await expect(page.getByLabel('Verification code')).toBeVisible()
  })
}

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

test('the way back never leads to another site', async ({ page }) => {
  await page.goto('/login?next=//evil.example/jobs')
  await signIn(page, newPhoneNumber())

  await expect(page).toHaveURL('/dashboard')
})

test('a signed-in owner has nothing to do on the login page', async ({ owner: { page } }) => {
  await page.goto('/login')
  await expect(page).toHaveURL('/dashboard')
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

test('S4: a session that the api no longer accepts ends at the login, and comes back', async ({
  owner: { page, phoneNumber },
}) => {
  await expect(page.getByRole('heading', { name: 'Jobs' })).toBeVisible()
  await page.route('**/api/jobs*', (route) =>
    route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      json: { type: 't', title: 'Sign in', status: 401, code: 'token_expired', traceId: 't' },
    }),
  )
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(page).toHaveURL('/login?next=%2Fjobs')

  await page.unroute('**/api/jobs*')
  await signIn(page, phoneNumber)
  await expect(page).toHaveURL('/jobs')
})

test('an identity provider out of reach on a reload does not sign out', async ({
  owner: { page },
}) => {
  await page.route('**/identitytoolkit.googleapis.com/**', (route) => route.abort())
  await page.reload()

  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('two tabs sign out together', async ({ owner: { page }, context }) => {
  const other = await context.newPage()
  await other.goto('/jobs')
  await expect(other.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out' }).click()

  await expect(page).toHaveURL('/login')
  await expect(other).toHaveURL('/login')
})
