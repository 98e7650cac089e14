import type { Page } from 'playwright/test'

import { errand, giveTo, releaseFromSource, versionGivenTo } from '../support/errand.ts'
import { expect, test } from '../support/own-edge.ts'

const app = 'remote-chats'

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

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a tab never mixes releases, whatever is released and rolled out while it is open', async ({
  owner: { page },
  own: { target },
}) => {
  const first = watchVersions(page)
  // It opens the remote itself only after all that follows.
  await page.goto('/billing')
  await expect(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  const stable = await versionGivenTo(page, app)
  const version = await releaseFromSource(
    app,
    [{ file: 'src/list/list-pane.tsx', from: "<h1>{say('chats')}", to: '<h1>Chats today' }],
    target,
  )
  await giveTo(page, app, version, target)
  const other = await page.context().newPage()
  const second = watchVersions(other)
  await other.goto('/chats')
  await expect(other.getByRole('heading', { level: 1, name: 'Chats today' })).toBeVisible()

  const visits = ['Chats', 'Jobs', 'Billing', 'Chats']
  const steps = [
    ['rollout', app, version, '--to', '50%'],
    ['promote', app],
    ['rollback', app],
  ]
  for (const [index, name] of visits.entries()) {
    await open(page, name)
    await open(other, name)
    const step = steps[index]
    if (step !== undefined) await errand(step, { target })
  }

  for (const seen of [first, second])
    for (const [name, versions] of seen) expect([...versions], name).toHaveLength(1)
  expect([...(second.get(app) ?? [])]).toEqual([version])
  expect([...(first.get(app) ?? [])]).toEqual([stable])
  await expect.poll(() => versionGivenTo(page, app)).toBe(stable)
})
