import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

test('while the session is being determined the whole screen says what is loading', async ({
  page,
}) => {
  // The answer of the identity provider's store never comes.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      value: { open: () => new EventTarget() },
    })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Loading Errand' })).toBeVisible()
  await expect(page.getByText('AI-powered WhatsApp Assistant')).toBeVisible()
})

test('toasts stand at the top right, and leave', async ({ page }) => {
  await page.goto('/login')
  await signIn(page, newPhoneNumber())
  const toast = page.getByText(/Welcome/)
  await expect(toast).toBeVisible()
  const { width } = page.viewportSize() ?? { width: 0 }
  // It comes in smaller than it is.
  await expect(async () => {
    const box = await toast.boundingBox()
    expect(box?.y).toBeLessThan(60)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(width - 60)
  }).toPass({ intervals: [50] })
  await expect(toast).toBeHidden()
})

test('a page that breaks says what the product says, and can be refreshed', async ({
  owner: { page },
}) => {
  // An answer that no page of this product expects.
  await page.route('**/api/auth/profile', (route) =>
    route.fulfill({ json: { success: true, isNewUser: false, user: { settings: null } } }),
  )
  await page.route('**/api/auth/stats*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/dashboard')
  await expect(
    page.getByText('Failed to load user profile. Please refresh the page.'),
  ).toBeVisible()
})
