import type { Page } from 'playwright/test'

import { expect, test } from '../e2e/support/test.ts'
import { report } from './figures.ts'

const pages = { '/jobs': 'Jobs', '/chats': 'Chats', '/billing': 'Billing' }
const most = 2.5

/** What the browser, which has none of it yet, asks for until somebody can use the page. */
async function bytesOf(page: Page, path: string, heading: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const open = new Set<string>()
  let bytes = 0
  let isReady = false
  session.on('Network.requestWillBeSent', ({ requestId, type }) => {
    if (!isReady && type !== 'EventSource') open.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (open.delete(requestId)) bytes += encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId }) => open.delete(requestId))
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  isReady = true
  // The stream of events stays open.
  await expect.poll(() => open.size).toBeLessThanOrEqual(1)
  await session.detach()
  return bytes
}

for (const [path, heading] of Object.entries(pages)) {
  test(`bytes until ${path} is ready`, async ({ owner: { page } }) => {
    // Until the servers know what they are asked.
    await bytesOf(page, path, heading)
    const shell = await bytesOf(page, '/settings', 'Settings')
    const bytes = await bytesOf(page, path, heading)
    report(path, {
      measured: `${(bytes / shell).toFixed(2)} × (${(bytes / 1024).toFixed(0)} kB, ${(shell / 1024).toFixed(0)} kB)`,
      hasToBe: `≤ ${most} × a page of the shell alone`,
      isMet: bytes <= most * shell,
    })
  })
}
