import type { Page } from 'playwright/test'

import { expect, test } from '../e2e/support/test.ts'
import { report } from './figures.ts'

const pages = { '/jobs': 'Jobs', '/chats': 'Chats', '/billing': 'Billing' }
const maxRatio = 2.5

/** Streams end with the page. */
const isStream = (url: string): boolean => new URL(url).pathname.endsWith('/events')
const quietMs = 500

/** The bytes that a browser without cache loads until the page can be used. */
async function bytesOf(page: Page, path: string, heading: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  const open = new Map<string, string>()
  let bytes = 0
  let changedAt = 0
  const close = (requestId: string): boolean => {
    changedAt = performance.now()
    return open.delete(requestId)
  }
  session.on('Network.requestWillBeSent', ({ requestId, loaderId, request: { url } }) => {
    // A new document: for requests of the previous page no end is reported.
    if (requestId === loaderId) open.clear()
    if (!isStream(url)) open.set(requestId, url)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (close(requestId)) bytes += encodedDataLength
  })
  session.on('Network.loadingFailed', ({ requestId }) => void close(requestId))
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
  await expect
    .poll(() => (performance.now() - changedAt > quietMs ? [...open.values()] : ['not yet quiet']))
    .toEqual([])
  await session.detach()
  return bytes
}

for (const [path, heading] of Object.entries(pages)) {
  test(`bytes until ${path} is ready`, async ({ owner: { page } }) => {
    // Prefetching of the shell is not part of a page.
    await page.addInitScript(() => (window.requestIdleCallback = () => 0))
    // Warms up the servers.
    await bytesOf(page, path, heading)
    const shell = await bytesOf(page, '/settings', 'Settings')
    const bytes = await bytesOf(page, path, heading)
    report(path, {
      measured: `${(bytes / shell).toFixed(2)} × (${(bytes / 1024).toFixed(0)} kB, ${(shell / 1024).toFixed(0)} kB)`,
      limit: `≤ ${maxRatio} × a page of the shell alone`,
      isMet: bytes <= maxRatio * shell,
    })
  })
}
