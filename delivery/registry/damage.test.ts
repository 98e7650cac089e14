import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import files from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'

import { withManifest, rollout, setUpTestRegistry } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

/** While it lasts no file can be written in this process. */
async function withFullDisk<T>(act: () => Promise<T>): Promise<T> {
  const full = vi
    .spyOn(files, 'writeFile')
    .mockRejectedValue(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' }))
  syncBuiltinESMExports()
  try {
    return await act()
  } finally {
    full.mockRestore()
    syncBuiltinESMExports()
  }
}

const fixture = setUpTestRegistry()
const { upload, newTeam, change, promote, call, releasesDir } = fixture
const alter = (file: string) => writeFileSync(file, `${readFileSync(file, 'utf8')} `)

test.each<[app: string, what: string, damage: (folder: string) => void]>([
  [
    'remote-damaged-0',
    'remoteEntry.js is not the file',
    (folder) => alter(join(folder, 'remoteEntry.js')),
  ],
  [
    'remote-damaged-1',
    'static/js/new.js is missing',
    (folder) => rmSync(join(folder, 'static/js/new.js')),
  ],
  [
    'remote-damaged-2',
    'release.json is not what was published',
    (folder) => alter(join(folder, 'release.json')),
  ],
  [
    'remote-damaged-3',
    'release.sig.json is not what',
    (folder) => writeFileSync(join(folder, 'release.sig.json'), '{}'),
  ],
  [
    'remote-damaged-4',
    'release.json is not what was published',
    (folder) => rmSync(folder, { recursive: true }),
  ],
])(
  'a damaged release cannot be rolled out until it is repaired: %s, %s',
  async (app, what, damage) => {
    const team = await newTeam(app)
    const builds = ['1.0.0', '1.1.0'].map((version) => remoteBuild(app, version, 10))
    for (const build of builds) await upload(team, build)
    await change(app, rollout('1.0.0'), team)
    const folder = join(releasesDir, app, '1.1.0')

    damage(folder)
    const refused = await change(app, rollout('1.1.0', 5), team)
    expect(refused.status).toBe(409)
    expect(refused.body.detail).toContain(`No edge can serve ${app} 1.1.0: ${what}`)

    expect((await upload(team, builds[1] ?? '')).status).toBe(201)
    expect((await change(app, rollout('1.1.0', 5), team)).status).toBe(200)
    // Nor to more visitors than it has.
    damage(folder)
    expect((await change(app, rollout('1.1.0', 50), team)).status).toBe(409)
    expect((await promote(app, team)).status).toBe(409)
    // Whatever takes it from visitors goes through.
    expect((await change(app, rollout('1.1.0', 0), team)).status).toBe(200)
    expect((await change(app, { type: 'rollback' }, team)).status).toBe(200)
  },
)

test('a rollback to a damaged release gives a warning, and a repair keeps its publisher', async () => {
  const host = await newTeam('host')
  const provides = { '@errand/shared-auth': '1.0.0' }
  const more = { ...provides, '@errand/shared-ui': '1.0.0' }
  await upload(host, withManifest(hostBuild('1.0.0'), { provides }))
  await change('host', rollout('1.0.0'))
  await upload(host, withManifest(hostBuild('1.1.0'), { provides: more }))
  await change('host', rollout('1.1.0', 5))
  await promote('host')
  const app = 'remote-back'
  const team = await newTeam(app)
  const requires = { '@errand/shared-ui': '^1.0.0' }
  const builds = ['1.0.0', '1.1.0'].map((version) =>
    withManifest(remoteBuild(app, version, 10), { requires }),
  )
  for (const build of builds) await upload(team, build, { commit: 'abcdef1', actor: 'asha' })
  await change(app, rollout('1.0.0'), team)
  await change(app, rollout('1.1.0', 5), team)
  // Nothing fits this host, as after a host that had to go.
  await change('host', { type: 'rollback' })

  rmSync(join(releasesDir, app, '1.0.0'), { recursive: true })
  const back = await change(app, { type: 'rollback' }, team)
  expect(back.status).toBe(200)
  expect(back.body).toMatchObject({
    lineage: ['1.0.0'],
    candidate: null,
    warning: expect.stringContaining(`No edge can serve ${app} 1.0.0: release.json is not`),
  })

  expect((await upload(team, builds[0] ?? '', { actor: 'ravi' })).status).toBe(201)
  const { body } = await call('GET', `/apps/${app}`)
  expect(body.releases).toContainEqual(
    expect.objectContaining({
      version: '1.0.0',
      commit: 'abcdef1',
      publishedBy: `${app} (asha)`,
      deletedAt: null,
    }),
  )
  expect((await fixture.audit(app))[0]).toMatchObject({ action: 'repair', actor: `${app} (ravi)` })
})

test('a full disk is reported as such, and nothing is changed', async () => {
  const app = 'remote-full'
  const team = await newTeam(app)
  await upload(team, remoteBuild(app, '1.0.0', 10))
  const refused = await withFullDisk(() => upload(team, remoteBuild(app, '1.1.0', 10)))
  expect(refused.status).toBe(507)
  expect(refused.body.detail).toMatch(/^The disk of the registry's releases is full, .*try again/)

  const { queries } = fixture.registry.database
  await queries.execute(sql`
    create function fill() returns trigger language plpgsql as
    $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`)
  await queries.execute(
    sql`create trigger full_disk before insert on channels execute function fill()`,
  )
  const refusedAgain = await change(app, rollout('1.0.0'), team)
  await queries.execute(sql`drop trigger full_disk on channels`)
  expect(refusedAgain.status).toBe(507)
  expect(refusedAgain.body.detail).toContain("The disk of the registry's database is full")
  expect((await call('GET', `/apps/${app}`)).body.channel.lineage).toEqual([])
})
