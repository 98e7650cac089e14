import type { Page } from 'playwright/test'

import { aCustomer } from '../support/customer.ts'
import { expect, test } from '../support/test.ts'

interface Told {
  title: string
  body: string
}

/** A browser that allows notifications, whose owner looks at something else: each page keeps its own. */
function lookAway(): void {
  const told: (Told & { press: () => void })[] = []
  class Shown extends EventTarget {
    static permission = 'granted'
    close(): void {}
    constructor(title: string, { body }: { body: string }) {
      super()
      told.push({ title, body, press: () => this.dispatchEvent(new Event('click')) })
    }
  }
  Object.assign(window, { Notification: Shown, told })
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' })
  Document.prototype.hasFocus = () => false
}

const toldBy = (page: Page): Promise<Told[]> =>
  page.evaluate(() => (Object(window).told as Told[]).map(({ title, body }) => ({ title, body })))

async function wantNotifications(page: Page): Promise<void> {
  await page.goto('/settings#notifications')
  const desktop = page.getByRole('switch', { name: 'Notifications of this browser' })
  if (!(await desktop.isChecked())) await desktop.click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved/)).toBeVisible()
}

const isLive = (page: Page) => expect(page.getByRole('button', { name: 'Live' })).toBeVisible()

/** The code that tells comes when the page has nothing better to do: until then it is not there. */
async function untilTold(tabs: Page[], write: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await write()
    const told = await Promise.all(tabs.map((tab) => toldBy(tab)))
    expect(told.flat()).not.toEqual([])
  }).toPass()
}

test('what needs the owner is told once, whichever tabs are open, and a click opens the chat', async ({
  owner: { page },
  context,
}) => {
  await wantNotifications(page)
  const [ravi, meera] = [aCustomer(page, 'Ravi'), aCustomer(page, 'Meera')]
  await context.addInitScript(lookAway)
  const other = await context.newPage()
  const tabs = [page, other]
  await page.goto('/dashboard')
  await other.goto('/jobs')
  await Promise.all(tabs.map(isLive))
  await untilTold(tabs, () => meera.write('Hello?'))

  await ravi.write('Is anybody there?')
  const ofRavi = async () =>
    (await Promise.all(tabs.map((tab) => toldBy(tab))))
      .flat()
      .filter(({ title }) => title === 'Ravi')
  await expect
    .poll(ofRavi)
    .toEqual([{ title: 'Ravi', body: 'Handed over to you\nIs anybody there?' }])
  // Both tabs have heard of it by now.
  for (const tab of tabs) await expect(tab).toHaveTitle(/^\(2\) /)
  expect(await ofRavi()).toHaveLength(1)

  for (const tab of tabs) {
    await tab.evaluate(() => {
      for (const { title, press } of Object(window).told) if (title === 'Ravi') press()
    })
  }
  const opened = () => tabs.filter((tab) => /\/chats\?session=ses_/.test(tab.url())).length
  await expect.poll(opened).toBe(1)
})

test('while the product is in front in any tab, nothing is told', async ({
  owner: { page },
  context,
}) => {
  await wantNotifications(page)
  const [ravi, meera] = [aCustomer(page, 'Ravi'), aCustomer(page, 'Meera')]
  await page.goto('about:blank')
  const away = await context.newPage()
  await away.addInitScript(lookAway)
  await away.goto('/dashboard')
  await isLive(away)
  await untilTold([away], () => meera.write('Hello?'))
  const ofRavi = async () => (await toldBy(away)).filter(({ title }) => title === 'Ravi')

  // Another tab comes before the owner's eyes.
  await page.goto('/settings#notifications')
  await isLive(page)
  await ravi.write('Seen anyway')
  await expect(away).toHaveTitle(/^\(2\) /)
  expect(await ofRavi()).toEqual([])
})
