import type { Page } from 'playwright/test'

import { expect, test } from '../support/test.ts'

/**
 * How many steps after the document each script and style of a page was asked for: 1 by the
 * document itself, 2 by something of step 1, and so on.
 */
async function stepsOf(page: Page, path: string, shown: () => Promise<void>) {
  const steps = new Map<string, number>()
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ request, initiator, type }) => {
    if (type !== 'Script' && type !== 'Stylesheet' && type !== 'Other') return
    if (!request.url.includes('/r/') || steps.has(request.url)) return
    const callers = [initiator.url, ...(initiator.stack?.callFrames ?? []).map(({ url }) => url)]
    const caller = Math.max(0, ...callers.map((url) => steps.get(url ?? '') ?? 0))
    steps.set(request.url, caller + 1)
  })
  await page.goto(path)
  await shown()
  await session.detach()
  return steps
}

const pages = [
  { path: '/jobs', heading: 'Jobs' },
  { path: '/jobs/new', heading: 'New job' },
  { path: '/chats', heading: 'Chats' },
  { path: '/billing', heading: 'Billing' },
]

for (const { path, heading } of pages) {
  test(`all code of ${path} is asked for by its document`, async ({ owner: { page } }) => {
    const steps = await stepsOf(page, path, async () => {
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    })
    const app = `/r/remote-${path.split('/')[1]}/`
    const own = [...steps].filter(([url]) => url.includes(app))

    expect(own.some(([url]) => url.endsWith('remoteEntry.js'))).toBe(true)
    expect(own.filter(([, step]) => step > 1)).toEqual([])
  })
}
