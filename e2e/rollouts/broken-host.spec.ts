import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { giveTo, releaseWith, versionGivenTo } from '../support/errand.ts'
import type { Edit } from '../support/planted-build.ts'
import { productEnvironment } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const main = 'src/main.tsx'
const planted = "throw new Error('planted')"

const brokenRoot: Edit = {
  file: 'src/root-layout.tsx',
  from: "  useStartEvent('ready')",
  to: `  ${planted}\n  useStartEvent('ready')`,
}

const broken: { name: string; edit: Edit; damage?: (version: string) => void }[] = [
  {
    name: 'throws when it starts',
    edit: { file: main, from: 'const container', to: `${planted}\nconst container` },
  },
  { name: 'throws when it renders its root', edit: brokenRoot },
  {
    name: 'throws when it renders the shell of all pages',
    edit: {
      file: 'src/shell/signed-in-shell.tsx',
      from: '  const { releaseSet, updates }',
      to: `  ${planted}\n  const { releaseSet, updates }`,
    },
  },
  {
    name: 'fails in a promise instead of rendering',
    edit: {
      file: main,
      from: 'void renderInto(root, router)',
      to: 'void Promise.reject(new Error(`planted ${typeof renderInto} ${typeof router}`))',
    },
  },
  {
    name: 'misses its script',
    edit: { file: main, from: "'The document has no #root'", to: "'There is no #root'" },
    damage: (version) => {
      const dir = join(productEnvironment.DATA_DIR, 'releases', 'host', version)
      for (const file of globSync('static/js/*.js', { cwd: dir })) rmSync(join(dir, file))
    },
  },
]

test.describe.configure({ mode: 'serial' })

for (const { name, edit, damage } of broken) {
  test(`a host that ${name} makes way for the one before`, async ({
    owner: { page },
    consoleErrors,
  }) => {
    const version = await releaseWith('host', [edit])
    await giveTo(page, 'host', version)
    damage?.(version)

    await page.goto('/jobs')
    await expect(page.getByRole('heading', { name: 'Jobs', level: 1 })).toBeVisible()
    expect(await versionGivenTo(page, 'host')).not.toBe(version)

    await page.goto('/billing')
    await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
    expect(consoleErrors.filter((text) => /Content Security|TrustedType/.test(text))).toEqual([])
    consoleErrors.splice(0, consoleErrors.length)
  })
}

test('a visitor who is not signed in is led away from a broken host as well', async ({
  page,
  consoleErrors,
}) => {
  const version = await releaseWith('host', [brokenRoot])
  await giveTo(page, 'host', version)

  await page.goto('/login')
  // Before it the heading may be that of the page as the build has drawn it.
  await expect.poll(() => versionGivenTo(page, 'host')).not.toBe(version)
  await expect(page.getByRole('heading', { name: 'Sign in', level: 1 })).toBeVisible()
  consoleErrors.splice(0, consoleErrors.length)
})
