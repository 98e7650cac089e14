import type { CDPSession, Page } from 'playwright/test'

import {
  expectAccessible,
  expectNoSidewaysScrolling,
  moveLifted,
  press,
  tabTo,
  write,
} from '../support/pages.ts'
import { expect, newPhoneNumber, signIn, test } from '../support/test.ts'

// Nothing of the first two tests presses a button of the mouse.

const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function openWide(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(path)
}

async function publish(page: Page): Promise<void> {
  await press(page, button(page, 'Publish'), 'Shift+Tab')
  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  await expect(page.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText(/^No number is connected/)).toBeVisible()
  await expectAccessible(page)
}

test('a sentence becomes a tested and published job by keyboard alone', async ({ page }) => {
  await openWide(page, '/login?next=/jobs')
  await signIn(page, newPhoneNumber())
  const prompt = { name: 'What should the assistant do for you?' }
  await tabTo(page, page.getByRole('textbox', prompt).first())
  await page.keyboard.type('Take bookings for my salon in Pune, in Hindi or English')
  await page.keyboard.press('Enter')

  const writing = page.getByRole('region', { name: 'Writing the job' })
  await expect(writing.getByText('The job is in the form.')).toBeVisible()
  await expect(button(page, 'Change Service')).toBeVisible()
  await expect(box(page, 'Name')).not.toHaveValue('')
  await expectAccessible(page)

  await write(page, page.getByRole('textbox', { name: 'Message' }).first(), 'Tomorrow at 5 pm')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages of the test chat' })
  await expect(log.getByText('Assistant:')).toHaveCount(1)
  const collected = page.getByRole('region', { name: 'Collected' })
  await expect(collected.getByRole('definition').getByText(/5:00\s?pm/i)).toBeVisible()

  await publish(page)
})

/** Adds a field below the others and says what it is. */
async function addField(page: Page, label: string): Promise<void> {
  await press(page, button(page, 'Add field'))
  await expect(box(page, 'Label')).toBeFocused()
  await page.keyboard.type(label)
}

test('every section of the form is filled in, tested, saved and published by keyboard', async ({
  owner: { page },
}) => {
  await openWide(page, '/jobs/new')
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1400)
  await write(page, box(page, 'Name'), 'Salon')
  await write(page, box(page, 'Instructions'), 'Take bookings. Be kind.')
  await fillFields(page)

  await tabTo(page, page.getByRole('radio', { name: /^In every new chat/ }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^By keyword/ })).toBeChecked()
  await write(page, box(page, 'Keywords'), 'hair')
  await page.keyboard.press('Enter')
  await page.keyboard.type('nail')
  await page.keyboard.press('Enter')
  await press(page, button(page, 'Remove hair'))
  await expect(button(page, 'Remove nail')).toBeFocused()

  await press(page, button(page, 'Rules, tone and language'))
  await write(page, box(page, 'Rules it must follow'), 'Never promise a price.')
  await tabTo(page, page.getByRole('combobox', { name: 'Tone' }))
  await page.keyboard.type('Brief')
  await write(page, box(page, 'Description'), 'Bookings of both branches')
  await press(page, button(page, 'Messages'))
  await write(page, box(page, 'Greeting'), 'Welcome to the salon.')
  await press(page, button(page, 'How it works and hands over'))
  const confirm = page.getByRole('switch', { name: 'Confirm all answers at the end' })
  const wasOn = await confirm.isChecked()
  await press(page, confirm)
  await expect(confirm).toBeChecked({ checked: !wasOn })
  const turns = page.getByRole('spinbutton', { name: 'Max replies per chat' })
  await write(page, turns, '12')

  await press(page, button(page, 'Save'))
  await page.waitForURL(/\/jobs\/job_[^/]+\/edit$/)
  await expect(page.getByRole('heading', { name: 'Salon', level: 1 })).toBeVisible()
  await press(page, button(page, 'How it works and hands over'))
  await expect(turns).toHaveValue('12')

  await write(page, box(page, 'Message'), 'Hello, a haircut please')
  await page.keyboard.press('Enter')
  const log = page.getByRole('log', { name: 'Messages of the test chat' })
  await expect(log.getByText('Assistant:')).toHaveCount(1)
  await press(page, button(page, 'Keep as a test'))
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: /^Search/ })).toBeFocused()
  await page.keyboard.type('kept test chats')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Kept test chats' })).toBeFocused()
  const tests = page.getByRole('list', { name: 'Kept test chats' })
  await expect(tests.getByText('Hello, a haircut please', { exact: true })).toBeVisible()
  await publish(page)
})

/** Adds three fields; one has options, one is moved, and one is removed. */
async function fillFields(page: Page): Promise<void> {
  const rows = page.getByRole('list', { name: 'Fields in order' }).getByRole('listitem')
  await addField(page, 'Service')
  await tabTo(page, page.getByRole('combobox', { name: 'Type' }))
  await page.keyboard.type('One of')
  await write(page, box(page, 'Option 1'), 'Cut')
  await write(page, box(page, 'Option 2'), 'Colour')

  await addField(page, 'Day')
  await addField(page, 'Note')
  await press(page, button(page, 'Close Note'), 'Shift+Tab')
  await tabTo(page, button(page, 'Move Day'), 'Shift+Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('Day lifted. Position 2 of 3.')).toBeAttached()
  await moveLifted(page, 'ArrowUp', 'Day is at position 1 of 3.')
  await page.keyboard.press('Space')
  await expect(page.getByText('Day dropped at position 1 of 3.')).toBeAttached()
  await expect(rows.locator('bdi')).toHaveText(['Day', 'Service', 'Note'])

  await press(page, button(page, 'Actions for Service'))
  await tabTo(page, page.getByRole('menuitem', { name: 'Remove' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(rows.locator('bdi')).toHaveText(['Day', 'Note'])
  await expect(button(page, 'Change Note')).toBeFocused()
}

test('the test chat is shown beside the form if there is room for both', async ({
  owner: { page },
}) => {
  const phone = page.getByRole('region', { name: 'Test chat' })
  await page.setViewportSize({ width: 1001, height: 800 })
  await page.goto('/jobs/new')
  await expect(phone).toBeVisible()
  await expectNoSidewaysScrolling(page)
  expect((await box(page, 'Name').boundingBox())?.width).toBeGreaterThan(300)
  await page.setViewportSize({ width: 990, height: 800 })
  await expect(phone).toBeHidden()
  await button(page, 'Try it').click()
  await expect(phone).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })

  test('a field is dragged by touch without scrolling the page', async ({ owner: { page } }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    page.on('dialog', (question) => void question.accept())
    await page.goto('/jobs/new')
    const labels = ['First', 'Second', 'Third']
    for (const label of labels) {
      await button(page, 'Add field').click()
      await page.getByLabel('Label').fill(label)
    }
    await button(page, 'Close Third').click()
    const rows = page.getByRole('list', { name: 'Fields in order' }).getByRole('listitem')
    // In the middle of the window, away from the edges that scroll it.
    await rows.nth(0).evaluate((row) => row.scrollIntoView({ block: 'center' }))
    const start = await button(page, 'Move Third').boundingBox()
    const end = await rows.nth(0).boundingBox()
    if (start === null || end === null) throw new Error('There is nothing to drag')
    const [x, y] = [start.x + start.width / 2, start.y + start.height / 2]
    const way = end.y + end.height / 2 - y
    const scrolled = await page.evaluate(() => window.scrollY)

    const finger = await page.context().newCDPSession(page)
    await touch(finger, 'touchStart', [{ x, y }])
    for (let step = 1; step <= 12; step += 1)
      await touch(finger, 'touchMove', [{ x, y: y + (way * step) / 12 }])
    await expect(page.getByText('Third is at position 1 of 3.')).toBeAttached()
    await touch(finger, 'touchEnd', [])
    await expect(rows.locator('bdi')).toHaveText(['Third', 'First', 'Second'])
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  })
})

/** What a finger does, as the browser hears it from the screen. */
const touch = (
  finger: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  touchPoints: { x: number; y: number }[],
) => finger.send('Input.dispatchTouchEvent', { type, touchPoints })
