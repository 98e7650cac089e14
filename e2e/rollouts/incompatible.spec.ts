import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { errand, releaseWith } from '../support/errand.ts'
import { root } from '../support/source.ts'
import { expect, test } from '../support/test.ts'

interface Account {
  requires: Record<string, string>
  uses: Record<string, string[]>
}

/** A build of remote-chats whose account says something else. */
function described(folder: string, change: (account: Account) => Partial<Account>): string {
  cpSync(join(root, 'remote-chats/dist'), folder, { recursive: true })
  const file = join(folder, 'release.json')
  const account = JSON.parse(readFileSync(file, 'utf8')) as Account
  const version = `9.9.9-${Object.keys(change(account)).join()}`
  writeFileSync(file, JSON.stringify({ ...account, version, ...change(account) }))
  return folder
}

const library = '@errand/shared-auth'

test('a release that needs what no live host has is refused, with the name of it', async () => {
  const folder = (name: string) => test.info().outputPath(name)
  const newer = described(folder('newer'), ({ requires }) => ({
    requires: { ...requires, [library]: '^99.0.0' },
  }))
  await expect(errand(['release', 'remote-chats', '--dist', newer])).rejects.toThrow(
    /@errand\/shared-auth \^99\.0\.0/,
  )

  const unknown = described(folder('unknown'), ({ uses }) => ({
    uses: { ...uses, [library]: [...(uses[library] ?? []), 'useEverything'] },
  }))
  await expect(errand(['release', 'remote-chats', '--dist', unknown])).rejects.toThrow(
    /useEverything/,
  )
})

test('a host that changes a type under the remotes is refused, with the type', async () => {
  // It builds, and gives every name that the remotes use; only TypeScript sees what is wrong.
  const release = releaseWith('host', [
    {
      file: '../shared-auth/src/api-error.ts',
      from: 'isApiError(error: unknown)',
      to: 'isApiError(error: Error)',
    },
  ])
  await expect(release).rejects.toThrow(
    /isApiError of @errand\/shared-auth: .*Type 'unknown' is not assignable to type 'Error'/s,
  )
})
