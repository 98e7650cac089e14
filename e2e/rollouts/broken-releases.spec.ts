import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { giveTo, releaseWith, versionGivenTo } from '../support/errand.ts'
import type { Edit } from '../support/planted-build.ts'
import { origin, productEnvironment } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const app = 'remote-billing'
const source = 'src/words/en.ts'
const pageSource = 'src/summary/billing-page.tsx'
const title: Edit = { file: source, from: "title: 'Billing'", to: "title: 'Newer billing'" }

const releaseDir = (version: string): string =>
  join(productEnvironment.DATA_DIR, 'releases', app, version)

interface Release {
  pages: { path: string; preload: string[] }[]
}

/** The file that the page's own code is in: the last script that it loads. */
const pageChunk = (version: string): string => {
  const text = readFileSync(join(releaseDir(version), 'release.json'), 'utf8')
  const first = (JSON.parse(text) as Release).pages.find(({ path }) => path === '')
  const file = first?.preload.findLast((name) => name.endsWith('.js'))
  if (file === undefined) throw new Error('The release has no chunk of a page')
  return join(releaseDir(version), file)
}

/** What one release does wrong in a browser with this cookie, and in no other. */
const plant = (fault: string, code: string): string =>
  `if (document.cookie.includes('fault=${fault}')) ${code}`

const planted: Edit[] = [
  title,
  {
    file: 'src/routes.tsx',
    from: 'export const',
    to: `${plant('import', "throw new Error('planted')")}\nexport const`,
  },
  {
    file: pageSource,
    from: 'return (\n    <BillingFrame>',
    to: `${plant('render', "throw new Error('planted')")}
      ${plant('blank', 'return null')}
      return (\n    <BillingFrame>`,
  },
]

const broken: {
  name: string
  edits: Edit[]
  fault?: string
  damage?: (version: string) => void
}[] = [
  { name: 'throws at import', edits: planted, fault: 'import' },
  { name: 'throws while rendering', edits: planted, fault: 'render' },
  { name: 'shows a blank page', edits: planted, fault: 'blank' },
  {
    name: 'exposes no routes',
    edits: [
      {
        file: 'src/routes.tsx',
        from: "export const routes: RemoteModule['routes'] =",
        // As its types promise.
        to: "export const routes = JSON.parse('null') as RemoteModule['routes']\nexport const pages: RemoteModule['routes'] =",
      },
    ],
  },
  {
    name: 'misses a chunk',
    // Its own words: an edge keeps in memory what it has read of a release before.
    edits: [{ ...title, to: "title: 'Incomplete billing'" }],
    damage: (version) => rmSync(pageChunk(version)),
  },
  {
    name: 'has a tampered byte',
    edits: [{ ...title, to: "title: 'Tampered billing'" }],
    damage: (version) => writeFileSync(pageChunk(version), 'window.wasTampered = true'),
  },
]

// One after the other: an app has one candidate at a time.
test.describe.configure({ mode: 'serial' })

test('a release reaches whom it is given to, and nobody else', async ({ owner, browser }) => {
  const version = await releaseWith(app, planted)
  await giveTo(owner.page, app, version)

  await owner.page.goto('/billing')
  await expect(owner.page.getByRole('heading', { name: 'Newer billing', level: 1 })).toBeVisible()
  const other = await browser.newPage()
  expect(await versionGivenTo(other, app)).not.toBe(version)
  await other.close()
})

for (const { name, edits, fault = 'none', damage } of broken) {
  test(`a release that ${name} leaves its visitor with the previous one`, async ({
    owner: { page: tab },
    consoleErrors,
  }) => {
    const version = await releaseWith(app, edits)
    await giveTo(tab, app, version)
    damage?.(version)
    await tab.context().addCookies([{ name: 'fault', value: fault, url: origin }])

    await tab.goto('/billing')
    await expect(tab.getByRole('heading', { name: 'Billing', level: 1, exact: true })).toBeVisible()
    await expect(tab.getByRole('heading', { name: 'Balance' })).toBeVisible()
    expect(await tab.evaluate(() => 'wasTampered' in window)).toBe(false)

    // The next document does not try the broken one again.
    await tab.goto('/billing')
    await expect(tab.getByRole('heading', { name: 'Billing', level: 1, exact: true })).toBeVisible()
    expect(await versionGivenTo(tab, app)).not.toBe(version)
    // What the planted release did is in the console, and may be there.
    expect(consoleErrors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
    consoleErrors.splice(0, consoleErrors.length)
  })
}
