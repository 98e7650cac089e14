import { expect, type Locator, type Page } from 'playwright/test'

/** More than any page has to tab through. */
const longest = 150

/** Goes on with the tabulator until this has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  // Found once, not by its name after every key: that reads the whole page.
  let element = await target.elementHandle()
  for (let steps = 0; steps < longest; steps += 1) {
    const state = await element?.evaluate((found) =>
      found === document.activeElement ? 'focused' : found.isConnected ? 'elsewhere' : 'replaced',
    )
    if (state === 'focused') break
    if (state === 'elsewhere') await page.keyboard.press(key)
    else element = await target.elementHandle()
  }
  await expect(target).toBeFocused()
}

/** Goes to a control and presses it. */
export async function press(page: Page, target: Locator, direction = 'Tab'): Promise<void> {
  await tabTo(page, target, direction)
  await page.keyboard.press(await keyOf(target))
}

/** What presses it: buttons take Enter, what is on or off takes Space. */
const keyOf = (target: Locator) =>
  target.evaluate((element) => (element instanceof HTMLInputElement ? 'Space' : 'Enter'))

/** Goes to a control and types into it. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
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

/** Presses keys that lead to a page when one follows the other soon enough. */
export async function pressTogether(page: Page, keys: string[], path: string): Promise<void> {
  await expect(async () => {
    for (const key of keys) await page.keyboard.press(key)
    await expect(page).toHaveURL(path, { timeout: 5000 })
  }).toPass()
}
