import type { Locator, Page, Request } from 'playwright/test'

import { errand, releaseWith, versionGivenTo, type Target } from '../support/errand.ts'
import { expect, testAlone as test } from '../support/own-edge.ts'
import type { Edit } from '../support/planted-build.ts'

const app = 'remote-billing'
const planted = "if (document.head) throw new Error('planted')"

/** A release whose pages and widget throw at import; `name` makes it another one. */
const broken = (name: string): Edit[] => [
  { file: 'src/words/en.ts', from: "title: 'Billing'", to: `title: 'Billing ${name}'` },
  { file: 'src/routes.tsx', from: 'export const', to: `${planted}\nexport const` },
  { file: 'src/widget.tsx', from: 'export const', to: `${planted}\nexport const` },
]

const brokenHost = (name: string): Edit[] => [
  {
    file: 'src/main.tsx',
    from: 'const container',
    to: `if (document.head) throw new Error('planted ${name}')\nconst container`,
  },
]

/** Gives everybody these changes, as somebody does who has noticed nothing. */
async function shipToEverybody(name: string, edits: Edit[], target: Target): Promise<string> {
  const version = await releaseWith(name, edits, target)
  await errand(['rollout', name, version, '--to', '100%'], { target })
  await errand(['promote', name], { target })
  return version
}

/** Forgets who this browser is, and what it has learned of releases. */
async function becomeFirstVisitor(page: Page): Promise<void> {
  for (const name of ['errand_visitor', 'errand_avoid']) await page.context().clearCookies({ name })
  await page.evaluate(() => localStorage.removeItem('errand:streaks'))
}

const billing = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Billing', exact: true })

/** Opens a page in one document: nothing reloads it. */
async function openOnce(page: Page, path: string, heading: Locator): Promise<void> {
  let documents = 0
  const count = (request: Request) => (documents += Number(request.isNavigationRequest()))
  page.on('request', count)
  await page.goto(path)
  await expect(heading).toBeVisible()
  page.off('request', count)
  expect(documents).toBe(1)
}

test('two bad releases in a row, given to everybody, leave visitors with the last healthy one', async ({
  owner: { page },
  own: { target },
  consoleErrors,
}) => {
  await page.goto('/billing')
  await expect(billing(page)).toBeVisible()
  const healthy = await versionGivenTo(page, app)

  for (const name of ['A', 'B']) {
    const version = await shipToEverybody(app, broken(name), target)
    await expect.poll(() => versionGivenTo(page, app)).toBe(version)
    await openOnce(page, '/billing', billing(page))
    // The next document begins with it.
    await expect.poll(() => versionGivenTo(page, app)).toBe(healthy)
  }

  await test.step('a first visitor, of a page and of the dashboard', async () => {
    await becomeFirstVisitor(page)
    await openOnce(page, '/billing', billing(page))
    expect(await versionGivenTo(page, app)).toBe(healthy)
    await becomeFirstVisitor(page)
    await openOnce(page, '/dashboard', page.getByRole('heading', { name: 'Balance' }))
    expect(await versionGivenTo(page, app)).toBe(healthy)
  })

  await test.step('when all that a document names are bad, the next one names others', async () => {
    for (const name of ['C', 'D']) await shipToEverybody(app, broken(name), target)
    await becomeFirstVisitor(page)
    await expect.poll(() => versionGivenTo(page, app)).not.toBe(healthy)
    await page.goto('/billing')
    await expect(page.getByRole('heading', { name: 'Billing could not be loaded' })).toBeVisible()
    await page.goto('/billing')
    await expect(billing(page)).toBeVisible()
  })
  expect(consoleErrors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
  consoleErrors.splice(0, consoleErrors.length)
})

test('two bad hosts in a row make way for the one before them', async ({
  owner: { page },
  own: { target },
  consoleErrors,
}) => {
  await page.goto('/jobs')
  const healthy = await versionGivenTo(page, 'host')
  for (const name of ['A', 'B']) await shipToEverybody('host', brokenHost(name), target)
  await expect.poll(() => versionGivenTo(page, 'host')).not.toBe(healthy)

  await page.goto('/jobs')
  await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()
  expect(await versionGivenTo(page, 'host')).toBe(healthy)
  expect(consoleErrors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
  consoleErrors.splice(0, consoleErrors.length)
})
