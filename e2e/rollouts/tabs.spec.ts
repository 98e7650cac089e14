import type { Page } from 'playwright/test'

import { giveTo, releaseWith } from '../support/errand.ts'
import { expect, test } from '../support/test.ts'

/** Collects which versions of which apps a tab asks for. */
function watchVersions(page: Page): Map<string, Set<string>> {
  const seen = new Map<string, Set<string>>()
  page.on('request', (request) => {
    const [, app, version] = /\/r\/([^/]+)\/([^/]+)\//.exec(request.url()) ?? []
    if (app === undefined || version === undefined) return
    seen.set(app, (seen.get(app) ?? new Set()).add(version))
  })
  return seen
}

const open = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
}

test('a tab never mixes releases, whatever is released while it is open', async ({
  owner: { page },
}) => {
  const first = watchVersions(page)
  await page.goto('/chats')
  await expect(page.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible()

  const version = await releaseWith('remote-chats', [
    { file: 'src/chats/chats-page.tsx', from: 'title="Chats"', to: 'title="Chats today"' },
  ])
  await giveTo(page, 'remote-chats', version)
  const other = await page.context().newPage()
  const second = watchVersions(other)
  await other.goto('/chats')
  await expect(other.getByRole('heading', { level: 1, name: 'Chats today' })).toBeVisible()

  for (const name of ['Billing', 'Chats', 'Jobs', 'Chats']) {
    await open(page, name)
    await open(other, name)
  }
  for (const seen of [first, second])
    for (const [app, versions] of seen) expect([...versions], app).toHaveLength(1)
  expect([...(second.get('remote-chats') ?? [])]).toEqual([version])
  expect([...(first.get('remote-chats') ?? [])]).not.toEqual([version])
})
