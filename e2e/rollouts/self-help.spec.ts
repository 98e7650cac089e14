import type { BrowserContext, Page } from 'playwright/test'

import { errand, giveTo, releaseWith, versionGivenTo, type Edit } from '../support/releases.ts'
import { expect, test, type OwnEdge } from '../support/servers.ts'

// One after the other, on one edge and registry: they are killed, and everybody is given a release.
test.describe.configure({ mode: 'default' })

const app = 'remote-jobs'

/** What the newer release says before it freezes its tab. */
const freezeMessage = 'planted freeze'

/** A newer release, in which only browsers with a cookie meet something bad. */
const newerJobs: Edit[] = [
  {
    file: 'src/routes.tsx',
    from: 'export const',
    to: `if (document.cookie.includes('freezes=newest')) {
      console.info('${freezeMessage}')
      for (;;);
    }
    if (document.cookie.includes('reloads=newest')) window.location.reload()
    export const`,
  },
  {
    file: 'src/job-form/new-job-page.tsx',
    from: "title={say('newTitle')}",
    to: 'title="Newer job"',
  },
]

/** Gives this browser a newer release, and nobody else. */
async function giveNewer(page: Page, { target }: OwnEdge): Promise<string> {
  const version = await releaseWith(app, newerJobs, target)
  await giveTo(page, app, version, target)
  return version
}

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

async function open(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(heading(page, name)).toBeVisible()
}

/** Opens the list of jobs and from there the form for a new one; ends when a release shows it. */
async function openForm(page: Page, title: string): Promise<void> {
  await page.goto('/jobs')
  await expect(heading(page, 'Jobs')).toBeVisible()
  await page.getByRole('link', { name: 'New job' }).first().click()
  await expect(heading(page, title)).toBeVisible()
}

test('an open page survives a down edge and registry, and receives changes when they are back', async ({
  owner: { page, api },
  own,
  plantedFailures,
}) => {
  // Every request, while the edge is down.
  plantedFailures.push('/')
  await api.ask('POST', '/api/jobs', { name: 'Greeter' })
  await page.goto('/jobs')
  await open(page, 'Chats')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  // What is fetched ahead when the page is idle is asked for before the edge is gone.
  await expect(page.locator('link[rel=prefetch][href*=remote-billing]').first()).toBeAttached()
  await Promise.all([own.edge.kill(), own.registry.kill()])
  await open(page, 'Jobs')
  await page.getByRole('link', { name: 'Billing' }).click()
  await expect(page.getByRole('heading', { name: 'Billing could not be loaded' })).toBeVisible()

  await test.step('the edge starts with the document stored on its disk', async () => {
    await own.edge.start()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(heading(page, 'Billing')).toBeVisible()
    const tab = await page.context().newPage()
    await tab.goto('/jobs')
    await expect(tab.getByRole('link', { name: 'Greeter', exact: true })).toBeVisible()
    await tab.close()
  })

  await test.step('the page receives a change through edge and registry', async () => {
    await own.registry.start()
    await open(page, 'Jobs')
    const copy = page.getByRole('menuitem', { name: 'Copy' })
    await page.getByRole('button', { name: 'Actions for Greeter' }).click()
    await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await expect(copy).toBeHidden()
    await errand(['rollout', 'flag:job-copy', 'on', '--to', '100%'], { target: own.target })
    await expect(copy).toBeVisible()
  })
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

/** Opens a tab, waits until a release has frozen it, and ends it as the browser would. */
async function crashTab(context: BrowserContext): Promise<void> {
  const tab = await context.newPage()
  const session = await context.newCDPSession(tab)
  const isFrozen = tab.waitForEvent('console', (message) => message.text() === freezeMessage)
  const opening = tab.goto('/jobs').catch(() => {})
  await isFrozen
  const crashed = tab.waitForEvent('crash')
  // The answer would have to come from the tab.
  session.send('Page.crash').catch(() => {})
  await crashed
  await opening
  await tab.close()
}

test('without a registry, frozen tabs fall back to the previous release', async ({
  owner: { page },
  own,
}) => {
  await giveNewer(page, own)
  const context = page.context()
  await Promise.all([own.registry.kill(), own.edge.kill()])
  await own.edge.start()
  await openForm(page, 'Newer job')

  await context.addCookies([{ name: 'freezes', value: 'newest', url: own.origin }])
  for (const _start of [1, 2, 3]) await crashTab(context)
  await openForm(page, 'New job')
  await own.registry.start()
})

test('a release that keeps reloading its page is replaced by the previous one', async ({
  owner: { page },
  own,
}) => {
  await giveNewer(page, own)
  await page.context().addCookies([{ name: 'reloads', value: 'newest', url: own.origin }])

  await page.goto('/jobs', { waitUntil: 'commit' })

  // Three starts, and one more.
  await expect(heading(page, 'Jobs')).toBeVisible()
  await page.getByRole('link', { name: 'New job' }).first().click()
  await expect(heading(page, 'New job')).toBeVisible()
})

/** Collects which versions of which apps a tab asks for. */
function watchVersions(page: Page): Map<string, Set<string>> {
  const seen = new Map<string, Set<string>>()
  page.on('request', (request) => {
    const [, name, version] = /\/r\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? []
    if (name === undefined || version === undefined) return
    seen.set(name, (seen.get(name) ?? new Set()).add(version))
  })
  return seen
}

test('a tab never mixes releases, whatever is rolled out while it is open', async ({
  owner: { page },
  own,
}) => {
  const first = watchVersions(page)
  // It opens the remote itself only after all that follows.
  await page.goto('/billing')
  await expect(heading(page, 'Billing')).toBeVisible()
  const stable = await versionGivenTo(page, app)
  const version = await giveNewer(page, own)
  const other = await page.context().newPage()
  const second = watchVersions(other)
  await openForm(other, 'Newer job')

  const forced = ['--force', '--reason', 'planted']
  const steps = [
    ['rollout', app, version, '--to', '50%', ...forced],
    ['promote', app, ...forced],
    ['rollback', app],
  ]
  for (const [index, name] of ['Jobs', 'Chats', 'Billing', 'Jobs'].entries()) {
    await open(page, name)
    await open(other, name)
    const step = steps[index]
    if (step !== undefined) await errand(step, { target: own.target })
  }

  for (const seen of [first, second])
    for (const [name, versions] of seen) expect([...versions], name).toHaveLength(1)
  expect([...(second.get(app) ?? [])]).toEqual([version])
  expect([...(first.get(app) ?? [])]).toEqual([stable])
  await expect.poll(() => versionGivenTo(page, app)).toBe(stable)
})
