import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect, type Locator, type Page } from 'playwright/test'

/** The addresses of the sections of the settings, after `/settings#`. */
export const settingsSections = [
  'business',
  'hours',
  'profile',
  'assistant',
  'messages',
  'inbox',
  'replies',
  'notifications',
  'appearance',
  'whatsapp',
  'smtp',
  'billing',
  'security',
  'activity',
  'account',
]

/** Goes to a page without loading the product anew, as a link does. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)
  await expect(page.locator('main[aria-busy=false]')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('main [data-waiting]')).toHaveCount(0)
}

interface FaultOptions {
  within?: string
  without?: string[]
}

/** The violations that axe finds in a page or a part of it: rules and elements. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', without = [] }: FaultOptions = {},
) {
  // Elements that are still fading in have less contrast.
  await page.evaluate(async () => {
    const runningAnimations = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
        )
    // A finished animation may have started another.
    for (let all = runningAnimations(); all.length > 0; all = runningAnimations())
      await Promise.all(all.map(({ finished }) => finished.catch(() => undefined)))
  })
  // Once for each document: to compile it takes longer than to look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([context, options]) => Object(window).axe.run(context, options) as Promise<AxeResults>,
    [
      { include: [within], exclude: without },
      {
        // Passed rules are not reported, and frames are those of other origins.
        resultTypes: ['violations'],
        iframes: false,
      } satisfies RunOptions,
    ] as const,
  )
  return violations.map(({ id, impact = null, nodes }) => ({
    id,
    impact,
    on: nodes.map(({ html }) => html),
  }))
}

/** Expects no violations of axe on the page. */
export async function expectAccessible(page: Page, what?: string): Promise<void> {
  expect(await accessibilityFaults(page), what).toEqual([])
}

/** Expects the page to be no wider than its window. */
export async function expectNoSidewaysScrolling(page: Page, what?: string): Promise<void> {
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  // The shell changes its layout a moment after the window.
  await expect.poll(() => page.evaluate(overflow), what).toBe(0)
}

/** More than the tab stops of any page. */
const maxStops = 150

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  // Located once: locating by name after each key would read the whole page.
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

/** Tabs to a control and activates it: buttons by Enter, checkboxes by Space. */
export async function press(page: Page, target: Locator, direction = 'Tab'): Promise<void> {
  await tabTo(page, target, direction)
  const isInput = await target.evaluate((element) => element instanceof HTMLInputElement)
  await page.keyboard.press(isInput ? 'Space' : 'Enter')
}

/** Tabs to a control and replaces its text. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Moves the lifted item of a sortable list until its position is announced. */
export async function moveLifted(page: Page, key: string, said: string): Promise<void> {
  // The item is measured first; until then keys have no effect.
  await expect(async () => {
    await page.keyboard.press(key)
    await expect(page.getByText(said)).toBeAttached({ timeout: 5000 })
  }).toPass()
}
