import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from 'playwright/test'

/** What axe finds wrong with a page, or with a part of it: the rules, and the elements that break them. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', without = [] }: { within?: string; without?: string[] } = {},
) {
  // What is still on its way in is fainter than it will be.
  await page.evaluate(async () => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    // What has come meanwhile may have started another.
    for (let all = runningAnimations(); all.length > 0; all = runningAnimations())
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

/** The page is not wider than its window. */
export async function expectNoSidewaysScrolling(page: Page, what?: string): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  // The shell changes its layout a moment after the window.
  await expect.poll(() => page.evaluate(overflow), what).toBe(0)
}

/** More than any page has to tab through. */
const maxStops = 150

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  // Found once, not by its name after every key: that reads the whole page.
  let element = await target.elementHandle()
  for (let steps = 0; steps < maxStops; steps += 1) {
    const state = await element?.evaluate((found) =>
      found === document.activeElement ? 'focused' : found.isConnected ? 'elsewhere' : 'replaced',
    )
    if (state === 'focused') break
    if (state === 'elsewhere') await page.keyboard.press(key)
    else element = await target.elementHandle()
  }
  await expect(target).toBeFocused()
}

/** Goes to a control and presses it: buttons take Enter, what is on or off takes Space. */
export async function press(page: Page, target: Locator, direction = 'Tab'): Promise<void> {
  await tabTo(page, target, direction)
  const isInput = await target.evaluate((element) => element instanceof HTMLInputElement)
  await page.keyboard.press(isInput ? 'Space' : 'Enter')
}

/** Goes to a control and types, in place of what it holds. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Moves what is lifted in a sorted list, until the page says where it is now. */
export async function moveLifted(page: Page, key: string, said: string): Promise<void> {
  // What is lifted is measured first; until then no key moves it.
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByText(said)).toBeAttached({ timeout: 5000 })
  }).toPass()
}
