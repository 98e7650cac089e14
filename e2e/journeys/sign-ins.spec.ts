import { ageSignIn, confirmNumber, storedSession } from '../support/identity.ts'
import { origin } from '../support/product.ts'
import { expect, expectLive, lastCode, signIn, test } from '../support/test.ts'

const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36'

test('a device signed out from another one is at the login in all its tabs and keeps typed text', async ({
  owner: { page, phoneNumber },
  browser,
}) => {
  await page.goto('/settings#security')
  await expect(page.getByText('Only this device is signed in.')).toBeVisible()
  await expectLive(page)
  const phone = await browser.newContext({ userAgent: android })
  const typing = await phone.newPage()
  await typing.goto('/login?next=/settings%23business')
  await signIn(typing, phoneNumber)
  const name = typing.getByLabel('Business name')
  await name.fill('Salon Asha')
  const reading = await phone.newPage()
  await reading.goto('/jobs')
  await expect(reading.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()

  await expect(page.getByText('New sign-in on your account: Chrome on Android.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out Chrome on Android' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('Only this device is signed in.')).toBeVisible()

  for (const tab of [typing, reading]) {
    await expect(tab).toHaveURL(/\/login\?next=/)
    await expect(
      tab.getByText('You were signed out here: from another device, or because'),
    ).toBeVisible()
  }
  await reading.reload()
  await expect(reading).toHaveURL('/login?next=%2Fjobs')
  await signIn(typing, phoneNumber)
  await expect(name).toHaveValue('Salon Asha')
  await phone.close()
  await expect(page).toHaveURL('/settings#security')

  await page.getByRole('link', { name: 'See recent activity' }).click()
  await expect(page.getByText('Device signed out: Chrome on Android')).toBeVisible()
})

test('the token of a signed-out browser is refused', async ({ owner: { page } }) => {
  const asked = page.waitForRequest('**/api/auth/profile')
  await page.goto('/settings')
  const { authorization = '' } = await (await asked).allHeaders()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/login')

  const statusOf = async () =>
    (await page.request.get('/api/auth/profile', { headers: { authorization } })).status()
  await expect.poll(statusOf).toBe(401)
})

test('a secret can be changed an hour after the sign-in after entering a code, and other tabs keep typed text', async ({
  owner: { page, phoneNumber },
  context,
  plantedFailures,
}) => {
  plantedFailures.push('/api/auth/settings')
  const identity = await ageSignIn(await confirmNumber(phoneNumber))
  await context.setStorageState(storedSession(identity, origin))
  const other = await context.newPage()
  await other.goto('/settings#business')
  await other.getByLabel('Business name').fill('Salon Asha')
  await page.goto('/settings#smtp')
  await page.getByLabel('Password').fill('hunter2')
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toContainText(phoneNumber.slice(-3))

  await test.step('the page around the dialog can be used while the bot check runs', async () => {
    const modals: number[] = []
    await page.route('**/accounts:sendVerificationCode*', async (route) => {
      modals.push(await page.locator('dialog:modal').count())
      await route.fallback()
    })
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await expect(dialog.getByLabel('Verification code')).toBeFocused()
    expect(modals).toEqual([0])
    await expect(page.locator('dialog:modal')).toHaveCount(1)
  })
  await dialog.getByLabel('Verification code').fill(await lastCode(phoneNumber))
  await expect(page.getByRole('form', { name: 'E-mail sending' }).getByText(/^Saved/)).toBeVisible()
  await expect(dialog).toBeHidden()

  await other.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByRole('form', { name: 'Business' }).getByText(/^Saved/)).toBeVisible()
  // The sign-in by the code has replaced the old one; the other device is that of the test's own calls.
  await page.goto('/settings#security')
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(2)
})
