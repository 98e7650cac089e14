import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { errand, giveTo, releaseWith } from '../support/errand.ts'
import { expect, test } from '../support/own-edge.ts'
import { root } from '../support/source.ts'

/** The next minor version of a package of the workspace. */
function raised(name: string) {
  const file = join(root, name, 'package.json')
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  const [major, minor] = version.split('.').map(Number)
  const line = (text: string) => `"version": "${text}"`
  return {
    file: `../${name}/package.json`,
    from: line(version),
    to: line(`${major}.${(minor ?? 0) + 1}.0`),
  }
}

test('a remote and a host of which one was built with later versions run in one page', async ({
  owner: { page },
  own: { target },
}) => {
  const versions = ['contract', 'shared-auth', 'shared-ui'].map((name) => raised(name))
  const title = { file: 'src/words/en.ts', from: "title: 'Billing'", to: "title: 'Costs'" }
  const open = async (name: string) => {
    await page.goto('/billing')
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }
  const remote = await releaseWith('remote-billing', [...versions, title], target)
  await giveTo(page, 'remote-billing', remote, target)
  await open('Costs')

  const host = await releaseWith('host', versions, target)
  await errand(['rollback', 'remote-billing'], { target })
  await giveTo(page, 'host', host, target)
  await open('Billing')
})
