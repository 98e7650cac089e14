import { expect, type Page } from 'playwright/test'

export const looks = ['light', 'dark', 'rtl'] as const
export type Look = (typeof looks)[number]

/** Shows a page as this look is: theme by the system, direction by the look of the last visit. */
export async function dress(page: Page, look: Look): Promise<void> {
  await page.emulateMedia({
    colorScheme: look === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  })
  await page.addInitScript((isRtl) => {
    const last = isRtl ? { lang: 'ar', dir: 'rtl' } : { lang: 'en-IN', dir: 'ltr' }
    localStorage.setItem('errand:look', JSON.stringify(last))
  }, look === 'rtl')
}

/** Opens a page, and waits until nothing of it is on its way any more. */
export async function openSettled(
  page: Page,
  path: string,
  { pending, isOwners }: { pending: () => number; isOwners: boolean },
): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  if (isOwners) await expect(page.getByRole('button', { name: /^(Live|مباشر)$/ })).toBeVisible()
  await settled(page, pending)
}

/** Waits for the calls that are on their way, and for what they bring. */
export async function settled(page: Page, pending: () => number): Promise<void> {
  await expect.poll(pending).toBe(0)
  await expect(page.getByRole('status').filter({ hasText: /^(Loading|جارٍ)/ })).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}

export const expectPicture = (page: Page, name: string): Promise<void> =>
  expect(page).toHaveScreenshot(`${name}.png`, {
    animations: 'disabled',
    // One step of a colour counts; a line's edge that is drawn otherwise now and then does not.
    threshold: 0,
    maxDiffPixels: 40,
  })
