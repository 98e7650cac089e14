import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { errand } from '../support/errand.ts'
import { copySource, edit } from '../support/source.ts'
import { expect, test } from '../support/test.ts'

const app = 'remote-billing'

test('a branch is shown to whoever has its link, and is not what latest means', async ({
  owner: { page },
}) => {
  const copy = copySource()
  const source = join(copy, app, 'src/words/en.ts')
  try {
    edit(source, "title: 'Billing'", "title: 'Billing of a branch'")
    const { version, url } = await errand(['preview', app, 'feature/New title'], { cwd: copy })

    expect(version).toMatch(/^0\.1\.0-preview\.feature-new-title\.[0-9a-f]{12}$/)
    await page.goto(String(url))
    await expect(page.getByRole('heading', { level: 1, name: 'Billing of a branch' })).toBeVisible()
    await expect(page.getByText(`Preview: ${app} ${String(version)}`)).toBeVisible()
    const latest = await errand(['override', app, 'latest'], { cwd: copy })
    expect(latest['version']).not.toContain('preview')
  } finally {
    rmSync(copy, { recursive: true })
  }
})
