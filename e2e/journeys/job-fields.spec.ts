import type { CDPSession, Locator, Page } from 'playwright/test'

import { expect, test } from '../support/test.ts'

const rowsOf = (page: Page) =>
  page.getByRole('list', { name: 'Fields in their order' }).getByRole('listitem')

/** Opens the form of a new job with four fields, all closed. */
async function openFour(page: Page): Promise<Locator> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  page.on('dialog', (question) => void question.accept())
  await page.goto('/jobs/new')
  for (const label of ['First', 'Second', 'Third', 'Fourth']) {
    await page.getByRole('button', { name: 'Add field' }).click()
    await page.getByLabel('Label').fill(label)
  }
  await page.getByRole('button', { name: 'Close Fourth' }).click()
  return rowsOf(page)
}

const expectOrder = (rows: Locator, ...labels: string[]) =>
  expect(rows.locator('bdi')).toHaveText(labels)

/** The middle of what a field is dragged by, and of the row that it is dragged to. */
async function wayFrom(page: Page, name: string, to: Locator) {
  const handle = page.getByRole('button', { name: `Move ${name}`, exact: true })
  // In the middle of the window, away from the edges that scroll it.
  await to.evaluate((row) => row.scrollIntoView({ block: 'center' }))
  const [begin, end] = [await handle.boundingBox(), await to.boundingBox()]
  if (begin === null || end === null) throw new Error('There is nothing to drag')
  const x = begin.x + begin.width / 2
  return { x, from: begin.y + begin.height / 2, to: end.y + end.height / 2 }
}

test('a field is dragged by mouse, and goes back by Escape', async ({ owner: { page } }) => {
  const rows = await openFour(page)
  const way = await wayFrom(page, 'First', rows.nth(2))
  await page.mouse.move(way.x, way.from)
  await page.mouse.down()
  await page.mouse.move(way.x, way.to, { steps: 12 })
  await expect(page.getByText('First is at position 3 of 4.')).toBeAttached()
  await page.mouse.up()
  await expectOrder(rows, 'Second', 'Third', 'First', 'Fourth')
  await expect(page.getByText('First dropped at position 3 of 4.')).toBeAttached()

  const back = await wayFrom(page, 'Fourth', rows.nth(0))
  await page.mouse.move(back.x, back.from)
  await page.mouse.down()
  await page.mouse.move(back.x, back.to, { steps: 12 })
  await expect(page.getByText('Fourth is at position 1 of 4.')).toBeAttached()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expectOrder(rows, 'Second', 'Third', 'First', 'Fourth')
})

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 780 } })

  test('a field is dragged by a finger, and the page stays where it is', async ({
    owner: { page },
  }) => {
    const rows = await openFour(page)
    const finger = await page.context().newCDPSession(page)
    const way = await wayFrom(page, 'Third', rows.nth(0))
    const scrolled = await page.evaluate(() => window.scrollY)

    await touch(finger, 'touchStart', way.x, way.from)
    for (let step = 1; step <= 12; step += 1) {
      await touch(finger, 'touchMove', way.x, way.from + ((way.to - way.from) * step) / 12)
    }
    await expect(page.getByText('Third is at position 1 of 4.')).toBeAttached()
    await touch(finger, 'touchEnd')
    await expectOrder(rows, 'Third', 'First', 'Second', 'Fourth')
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled)
  })
})

/** What a finger does, as the browser hears it from the screen. */
const touch = (
  finger: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  x?: number,
  y?: number,
) =>
  finger.send('Input.dispatchTouchEvent', {
    type,
    touchPoints: x === undefined || y === undefined ? [] : [{ x, y }],
  })
