import type { Browser, Page } from 'playwright/test'

import { expectAccessible, expectNoSidewaysScrolling } from '../support/pages.ts'
import { expect, lastCode, newPhoneNumber, test } from '../support/test.ts'

const languages = [
  { locale: 'en-IN', lang: 'en', dir: 'ltr', signIn: 'Sign in' },
  { locale: 'hi-IN', lang: 'hi', dir: 'ltr', signIn: 'साइन इन करें' },
  { locale: 'ar-EG', lang: 'ar', dir: 'rtl', signIn: 'تسجيل الدخول' },
]

/** Opens the landing page in a browser of its own. */
async function openLanding(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0],
): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  await page.goto('/')
  return page
}

for (const { locale, lang, dir, signIn: link } of languages) {
  test(`the landing page is in the language of a ${locale} browser and accessible, light, dark and on a phone`, async ({
    browser,
  }) => {
    const page = await openLanding(browser, { locale })
    await expect(page.locator('html')).toHaveAttribute('lang', lang)
    await expect(page.locator('html')).toHaveAttribute('dir', dir)
    await expect(page.getByRole('link', { name: link })).toBeVisible()
    for (const summary of await page.locator('summary').all()) await summary.click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page, colorScheme)
    }
    await page.setViewportSize({ width: 360, height: 780 })
    await expectAccessible(page, '360 px')
    await expectNoSidewaysScrolling(page, '360 px')
    await page.context().close()
  })
}

test('the landing page works without scripts', async ({ browser }) => {
  const page = await openLanding(browser, { locale: 'en-US', javaScriptEnabled: false })
  const answer = page.getByText(/^No\. Connect the number of your WhatsApp Business app/)
  await expect(answer).toBeHidden()
  await page.getByText('Do I need a new number?').click()
  await expect(answer).toBeVisible()
  await expect(page.getByText('₹0.20', { exact: true })).toBeVisible()

  await page.locator('summary', { hasText: 'English' }).click()
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await page.getByRole('link', { name: 'साइन इन करें' }).click()
  await expect(page).toHaveURL('/login')
  await expect(page.locator('noscript p:lang(hi)')).toBeVisible()
  await page.goto('/')
  await expect(page.locator('html'), 'the choice is kept').toHaveAttribute('lang', 'hi')
  await page.context().close()
})

test('a language chosen at the login becomes the new account’s language', async ({ page }) => {
  const phoneNumber = newPhoneNumber()
  await page.goto('/login?new=1')
  await page.locator('summary').click()
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'अपना मुफ़्त ट्रायल शुरू करें' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('फ़ोन नंबर').fill(phoneNumber)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('सत्यापन कोड')
  await expect(code).toBeVisible()
  await code.fill(await lastCode(phoneNumber))
  await page.waitForURL('/dashboard')

  // Without the cookie the browser's own language comes first, until the account is known.
  await page.context().clearCookies({ name: '__Host-errand_locale' })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', /^hi/)
})
