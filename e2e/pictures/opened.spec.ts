import type { Page } from 'playwright/test'

import { aCustomer } from '../support/customer.ts'
import { expect, test } from '../support/test.ts'
import { fixAnswers } from './fixed-answers.ts'
import { nameOwner } from './name-owner.ts'
import { dress, expectPicture, openSettled, settled, type Look } from './take-picture.ts'

/** What stands above a page or is a step of it: a desk, and a phone where the layout is its own. */
const views: [Look, number][] = [
  ['light', 1440],
  ['dark', 360],
  ['rtl', 360],
]

/** By keyboard: a pointer above a row shows what can be done with it. */
const openChat = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: /^Ravi/ }).press('Enter')

for (const [look, width] of views) {
  test(`the step of the code looks as it did: ${look}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const pending = await fixAnswers(page)
    await dress(page, look)
    await openSettled(page, '/login', { pending, isOwners: false })
    await page.locator('input[type=tel]').fill('+919876543210')
    await page.keyboard.press('Enter')
    await expect(page.locator('input[autocomplete=one-time-code]')).toBeFocused()
    await expectPicture(page, `login-code-${look}-${width}`)
  })

  test(`what an owner opens looks as it did: ${look}, ${width} px`, async ({ owner: { page } }) => {
    await page.setViewportSize({ width, height: 800 })
    await nameOwner(page, look)
    const ravi = aCustomer(page, 'Ravi')
    await ravi.write('Hello! Are you open tomorrow?')
    await ravi.write('I would like a haircut at 5 pm, if there is room.')
    // Read before: what is read now is told by the stream of events, with moments of today.
    await page.goto('/chats')
    await Promise.all([
      page.waitForResponse((response) => response.url().endsWith('/mark-read')),
      openChat(page),
    ])
    const pending = await fixAnswers(page)
    await dress(page, look)
    const open = (path: string) => openSettled(page, path, { pending, isOwners: true })
    const expectOpened = async (name: string, role: 'dialog' | 'region') => {
      await expect(page.getByRole(role).last()).toBeVisible()
      await settled(page, pending)
      await expectPicture(page, `${name}-${look}-${width}`)
    }

    await open('/dashboard')
    await page.keyboard.press('Control+k')
    await expectOpened('palette', 'dialog')

    await open('/dashboard')
    await page.keyboard.press('?')
    await expectOpened('shortcuts', 'dialog')

    await open('/settings#account')
    await page.getByRole('main').getByRole('button').last().click()
    await expectOpened('account-delete', 'dialog')

    await open('/chats')
    await openChat(page)
    await expect(page.getByRole('article')).toHaveCount(2)
    await expectOpened('chat', 'region')
  })
}
