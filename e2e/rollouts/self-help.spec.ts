import type { BrowserContext, Page } from 'playwright/test'

import { errand, giveTo, releaseWith, versionGivenTo } from '../support/errand.ts'
import { frozen, newerJobs } from '../support/newer-jobs.ts'
import { expect, test, type OwnEdge } from '../support/own-edge.ts'

// What a page does for itself.
test.describe.configure({ mode: 'serial' })

const app = 'remote-jobs'

let candidate: string | undefined

/** Gives this browser a newer release, and nobody else. */
async function giveCandidate(page: Page, { target }: Pick<OwnEdge, 'target'>): Promise<string> {
  candidate ??= await releaseWith(app, newerJobs, target)
  await giveTo(page, app, candidate, target)
  return candidate
}

/** Opens the list of jobs and from there the form for a new one; ends when a release shows it. */
async function openForm(page: Page, title: string): Promise<void> {
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await page.getByRole('link', { name: 'New job' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
}

/** Forgets what this browser has learned of releases. */
async function forget(page: Page): Promise<void> {
  await page.context().clearCookies({ name: 'errand_avoid' })
  await page.evaluate(() => localStorage.removeItem('errand:streaks'))
}

test('whichever file of a release is lost, at its start or later, the one before it shows', async ({
  owner: { page },
  own,
  consoleErrors,
}) => {
  const version = await giveCandidate(page, own)
  const files = new Set<string>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith(`/r/${app}/${version}/`)) files.add(pathname)
  })
  await openForm(page, 'Newer job')
  const loaded = [...files]
  // The entry, the routes, and the code of two pages.
  expect(loaded.length).toBeGreaterThanOrEqual(4)

  for (const file of loaded) {
    await test.step(file, async () => {
      await page.route(`**${file}*`, (route) => route.abort())
      await openForm(page, 'New job')
      expect(await versionGivenTo(page, app)).not.toBe(version)
      await page.unrouteAll()
      await forget(page)
    })
  }
  expect(consoleErrors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
  consoleErrors.splice(0, consoleErrors.length)
})

/** Opens a tab, waits until a release has frozen it, and ends it as the browser would. */
async function crashTab(context: BrowserContext): Promise<void> {
  const tab = await context.newPage()
  const session = await context.newCDPSession(tab)
  const isFrozen = tab.waitForEvent('console', (message) => message.text() === frozen)
  const opening = tab.goto('/jobs').catch(() => {})
  await isFrozen
  const crashed = tab.waitForEvent('crash')
  // The answer would have to come from the tab.
  session.send('Page.crash').catch(() => {})
  await crashed
  await opening
  await tab.close()
}

/** Makes a release freeze its tab in which it was sound before: `name` is its container's. */
function freezeToo({ name, text }: { name: string; text: string }) {
  let container: unknown
  Object.defineProperty(window, name, {
    get: () => container,
    set(value) {
      if (document.cookie.includes('freezes=every')) {
        // oxlint-disable-next-line no-console -- the only thing that leaves a frozen tab
        console.info(text)
        for (;;);
      }
      container = value
    },
  })
}

test('without a control plane, tabs that freeze lead to the release before, then to a page that says so', async ({
  owner: { page },
  own,
}) => {
  await giveCandidate(page, own)
  const context = page.context()
  const freeze = (value: string) =>
    context.addCookies([{ name: 'freezes', value, url: own.origin }])
  await Promise.all([own.registry.kill(), own.edge.kill()])
  await own.edge.start()
  await context.route('**/release-set/events', (route) => route.abort())
  await openForm(page, 'Newer job')

  await freeze('newest')
  for (const _start of [1, 2, 3]) await crashTab(context)
  await openForm(page, 'New job')

  const name = await page.evaluate(() =>
    Object.keys(window).find((key) => key.startsWith('remote_jobs__')),
  )
  await context.addInitScript(freezeToo, { name: String(name), text: frozen })
  await freeze('every')
  for (const _start of [4, 5, 6]) await crashTab(context)
  await page.goto('/jobs')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Jobs is not available right now' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Chats' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()

  await freeze('none')
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs', exact: true })).toBeVisible()
  await own.registry.start()
})

test('a release that reloads its page again and again makes way for the one before', async ({
  owner: { page },
  own,
}) => {
  await giveCandidate(page, own)
  await page.context().addCookies([{ name: 'reloads', value: 'newest', url: own.origin }])

  await page.goto('/jobs', { waitUntil: 'commit' })

  // Six starts, each of which counts half, and one more.
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await page.getByRole('link', { name: 'New job' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
})

test('a tab whose release was deleted goes on with one that is live, and sees no error', async ({
  owner: { page },
  own: { target, edge },
}) => {
  const version = await giveCandidate(page, { target })
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await errand(['rollback', app], { target })
  await errand(['gc', app, version], { target })
  // It held the files in its memory.
  await edge.kill()
  await edge.start()
  expect((await page.request.get(`/r/${app}/${version}/remoteEntry.js`)).status()).toBe(410)
  await page.getByRole('link', { name: 'New job' }).first().click()

  await expect(page.getByRole('heading', { level: 1, name: 'New job' })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})
