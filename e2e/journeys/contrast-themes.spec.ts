import type { Locator, Page } from 'playwright/test'

import { aContact, createBookingJob } from '../support/contacts.ts'
import { expect, expectLive, test } from '../support/test.ts'

// Contrast themes of the system replace every colour that is not theirs.

/** The colour that is seen behind what an element holds: its own ground, or that of what it is in. */
const backgroundOf = (element: Locator, pseudo?: string) =>
  element.evaluate((found, of) => {
    let ground = getComputedStyle(found, of).backgroundColor
    for (let at: Element | null = found; at !== null && ground === 'rgba(0, 0, 0, 0)';) {
      ground = getComputedStyle(at).backgroundColor
      at = at.parentElement
    }
    return ground
  }, pseudo)

/** What is chosen or on has another ground than what is not. */
async function expectDifferent(chosen: Locator, other: Locator, what: string): Promise<void> {
  await expect.poll(() => backgroundOf(chosen), what).not.toBe(await backgroundOf(other))
}

/** What is drawn by its ground alone is not of the page's colour. */
async function expectSeen(page: Page, sign: Locator, what: string): Promise<void> {
  const ground = await backgroundOf(page.locator('html'))
  await expect.poll(() => backgroundOf(sign), what).not.toBe(ground)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`selected and switched-on controls are distinguishable in a ${colorScheme} contrast theme`, async ({
    owner: { page, api },
  }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme, reducedMotion: 'reduce' })
    await createBookingJob(api, 'asha@shop.example')
    await page.goto('/settings#notifications')
    await expectLive(page)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    const link = (name: string) => navigation.getByRole('link', { name })
    await expectDifferent(link('Settings'), link('Jobs'), 'page')
    const sections = page.getByRole('navigation', { name: 'Sections' })
    const section = (name: string) => sections.getByRole('link', { name })
    await expectDifferent(section('Notifications'), section('Hours'), 'section')
    await expectSeen(page, page.locator('header [aria-hidden]').first(), 'logo')
    await expectSeen(
      page,
      page.getByRole('button', { name: 'Live' }).locator('[aria-hidden]'),
      'Live',
    )
    const one = page.getByRole('switch', { name: 'Quiet hours' })
    const two = page.getByRole('switch', { name: 'Sound' })
    await one.check()
    await two.uncheck()
    await expectDifferent(one, two, 'switch')
    expect(await backgroundOf(one, '::before')).not.toBe(await backgroundOf(one))
    await page.goto('/billing')
    const ranges = page.getByRole('radiogroup', { name: 'Range' }).locator('label')
    const chosen = page.getByRole('radio', { checked: true })
    await expectDifferent(
      ranges.filter({ has: chosen }),
      ranges.filter({ hasNot: chosen }).first(),
      'range',
    )

    await page.goto('/chats')
    await aContact(api, 'Ravi')('Hello')
    await aContact(api, 'Meera')('Hello')
    const row = (name: string) => page.getByRole('link', { name })
    await row('Ravi').click()
    await expectDifferent(row('Ravi'), row('Meera'), 'chat')
    await expectDifferent(
      page.getByRole('button', { name: 'All', exact: true }),
      page.getByRole('button', { name: 'Saved', exact: true }),
      'filter',
    )
    const mode = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true })
    await expectDifferent(mode('Reply'), mode('Note'), 'Reply')
    await page.getByRole('radio', { name: 'Note' }).check()
    await expectDifferent(mode('Note'), mode('Reply'), 'Note')
    await page.getByRole('button', { name: 'More about this chat' }).focus()
    await page.keyboard.press('Enter')
    const entries = page.getByRole('menuitem')
    await expectDifferent(entries.nth(0), entries.nth(1), 'menu')
  })
}
