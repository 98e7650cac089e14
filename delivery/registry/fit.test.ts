import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { requiredVersions } from '../build/shared-libraries.ts'
import { withManifest, rollout, setUpTestRegistry, type Team } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { root } from '../testing/root.ts'

const auth = '@errand/shared-auth'
const promote = { type: 'promote', force: true }
const rollback = { type: 'rollback' }

/** A registry in which a host and a remote run that use and give this. */
function setUpLiveApps(
  app: string,
  host: Record<string, unknown>,
  remote: Record<string, unknown>,
) {
  const { call, upload, newTeam, change: changeWith } = setUpTestRegistry()
  const teams = new Map<string, Team>()
  const build = (name: string, version: string, needs: Record<string, unknown>) =>
    withManifest(name === 'host' ? hostBuild(version) : remoteBuild(name, version, 10), needs)

  async function release(name: string, version: string, needs: Record<string, unknown>) {
    const team = teams.get(name) ?? (await newTeam(name))
    teams.set(name, team)
    return upload(team, build(name, version, needs))
  }

  async function begin(): Promise<void> {
    for (const [name, needs] of [
      ['host', host],
      [app, remote],
    ] as const) {
      expect((await release(name, '1.0.0', needs)).status).toBe(201)
      expect((await change(name, rollout('1.0.0'))).status).toBe(200)
    }
  }

  const change = (name: string, asked: object) => changeWith(name, asked, { reason: 'planted' })

  /** Makes one change, which succeeds. */
  async function move(name: string, asked: object): Promise<void> {
    const { status, body } = await change(name, asked)
    expect(status, `${name} ${JSON.stringify(asked)}: ${body.detail}`).toBe(200)
  }
  return { call, change, begin, release, move }
}

const steps = ['release', 'rollout', 'promote', 'rollback'] as const
type Step = [team: 'host' | 'remote', step: (typeof steps)[number]]
const ofHost = steps.map((step): Step => ['host', step])
const ofRemote = steps.map((step): Step => ['remote', step])
/** One after the other, both at the same time, and one that overtakes. */
const orders: Step[][] = [
  [...ofHost, ...ofRemote],
  [...ofRemote, ...ofHost],
  ofHost.flatMap((step, index) => [step, ...ofRemote.slice(index, index + 1)]),
  ofRemote.flatMap((step, index) => [step, ...ofHost.slice(index, index + 1)]),
  [...ofRemote.slice(0, 2), ...ofHost.slice(0, 3), ...ofRemote.slice(2), ...ofHost.slice(3)],
]

describe('names', () => {
  const app = 'remote-billing'
  const contract = '@errand/contract'
  // As the build writes them, of the packages as they are now.
  const requires = requiredVersions(join(root, app), [auth, contract])
  const giving = (version: string, ...names: string[]) => ({
    provides: { [auth]: version, [contract]: version },
    gives: { [auth]: names },
  })
  const using = (...names: string[]) => ({ requires, uses: { [auth]: names } })
  const live = setUpLiveApps(app, giving('0.1.0', 'useSession'), using('useSession'))
  const { begin, release, move, change } = live

  test('shared names can be added in any order of host and remote releases and rollbacks', async () => {
    await begin()
    for (const [index, order] of orders.entries()) {
      const version = `2.0.${index}`
      for (const [team, step] of order) {
        const name = team === 'host' ? 'host' : app
        const needs =
          team === 'host' ? giving('0.9.3', 'useSession', 'useMore') : using('useSession')
        const moves = { rollout: rollout(version, 5), promote, rollback }
        const { status, body } = await (step === 'release'
          ? release(name, version, needs)
          : change(name, moves[step]))
        expect(status, `${version}: ${team} ${step}: ${body.detail}`).toBeLessThan(300)
      }
    }
  })

  test('a release that uses a name missing from the host is refused', async () => {
    const early = await release(app, '3.0.0', using('useSession', 'useMore'))
    expect(early.status).toBe(409)
    expect(early.body.detail).toBe(
      `${app} 3.0.0 does not fit host 1.0.0: it uses useMore of ${auth}, which the host does not give.`,
    )
    const poorer = await release('host', '3.0.0', giving('0.2.0', 'useOwner', 'useMore'))
    expect(poorer.body.detail).toContain(`it uses useSession of ${auth}, which the host does not`)

    await release('host', '3.0.0', giving('0.2.0', 'useSession', 'useMore'))
    await move('host', rollout('3.0.0', 5))
    await release(app, '3.0.0', using('useSession', 'useMore'))
    await move(app, rollout('3.0.0', 5))
    expect((await change(app, promote)).body.detail).toContain('it uses useMore of')
    await move('host', promote)
    await move(app, promote)
    await move('host', rollback)
  })
})

describe('versions', () => {
  const app = 'remote-jobs'
  const needing = (range: string) => ({ requires: { [auth]: range } })
  const giving = (version: string) => ({ provides: { [auth]: version } })
  const live = setUpLiveApps(app, giving('1.0.0'), needing('^1.0.0'))
  const { begin, release, move, call, change } = live

  test('a change that would cost visitors a remote is refused, and a rollback is always allowed', async () => {
    await begin()
    expect((await release(app, '2.0.0', needing('^2.0.0'))).body.detail).toBe(
      `${app} 2.0.0 does not fit host 1.0.0: it needs ${auth} ^2.0.0, and the host has 1.0.0.`,
    )
    expect((await release('host', '2.0.0', giving('2.0.0'))).body.detail).toContain(
      `${app} 1.0.0 does not fit host 2.0.0`,
    )
    // Both ways at first, so that the host can move; then the remote may leave the old way behind.
    await release(app, '1.1.0', needing('^1.0.0 || ^2.0.0'))
    await move(app, rollout('1.1.0', 5))
    await move(app, promote)
    await release('host', '2.0.0', giving('2.0.0'))
    await move('host', rollout('2.0.0', 5))
    await release(app, '2.0.0', needing('^2.0.0'))
    await move(app, rollout('2.0.0', 5))
    expect((await change(app, promote)).body.detail).toContain(`${app} 2.0.0 does not fit host 1`)
    await move('host', promote)
    await move(app, promote)
    await move('host', rollback)
    // It is said what pages lack by that, and keeps nobody from going forward again.
    const { body } = await call('GET', '/apps')
    const lost = body.apps.filter(({ fitsHost }: { fitsHost: boolean }) => !fitsHost)
    expect(lost.map(({ app: name }: { app: string }) => name)).toEqual([app])
    await move('host', rollout('2.0.0', 5))
  })

  test('the first release of an app needs a live host that fits, and the stable host to be promoted', async () => {
    await release('remote-first', '1.0.0', needing('^2.0.0'))
    await move('remote-first', rollout('1.0.0', 5))
    const { body: document } = await call('GET', '/document')
    expect(document.channels).toContainEqual(
      expect.objectContaining({ app: 'remote-first', lineage: [], candidate: '1.0.0' }),
    )
    // Whoever has the other host would lack it then.
    expect((await change('remote-first', promote)).status).toBe(409)
    await move('host', promote)
    expect((await change('remote-first', promote)).body.lineage).toEqual(['1.0.0'])
  })
})
