import { expect, type Locator, type Page } from 'playwright/test'

/** More than any page has to tab through. */
const longest = 120

/** Goes on with the tabulator until this has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < longest; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
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
