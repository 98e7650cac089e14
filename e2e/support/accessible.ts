import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** A rule that a page breaks, and the elements that break it. */
interface Fault {
  id: string
  impact?: string | null
  on: string[]
}

/** What axe finds wrong with a page, or with a part of it. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', without = [] }: { within?: string; without?: string[] } = {},
): Promise<Fault[]> {
  // What is still on its way in is fainter than it will be.
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    // What has come meanwhile may have begun another.
    for (let all = ending(); all.length > 0; all = ending())
      await Promise.all(all.map(({ finished }) => finished.catch(() => undefined)))
  })
  // No frame of another origin is looked at: the other mode opens a page of its own for those.
  const axe = new AxeBuilder({ page }).setLegacyMode().include(within)
  for (const part of without) axe.exclude(part)
  // What is in order is not described, only what is not.
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, impact = null, nodes }) => ({
    id,
    impact,
    on: nodes.map(({ html }) => html),
  }))
}

/** Axe finds nothing wrong with the page as it is. */
export async function expectAccessible(page: Page, what?: string): Promise<void> {
  expect(await accessibilityFaults(page), what).toEqual([])
}

/** The same in light and dark, without loading the page again: style sheets alone tell them apart. */
export async function expectAccessibleInEachTheme(page: Page, what = ''): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page, `${what} ${colorScheme}`)
  }
}

/** The page is not wider than its window. */
export async function expectNoSidewaysScrolling(page: Page, what?: string): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  // The shell changes its layout a moment after the window.
  await expect.poll(() => page.evaluate(overflow), what).toBe(0)
}
