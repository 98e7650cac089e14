import { join } from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { requiredVersions } from '../build/shared-libraries.ts'
import { described, rollout, useTestRegistry, type Team } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'
import { root } from '../testing/workspace-copy.ts'

const { upload, newTeam, change } = useTestRegistry()

const auth = '@errand/shared-auth'
const contract = '@errand/contract'
const app = 'remote-billing'
/** As the build writes them, of the packages as they are now. */
const requires = requiredVersions(join(root, app), [auth, contract])

const aHost = (version: string, libraries: string, names: string[]) =>
  described(hostBuild(version), {
    provides: { [auth]: libraries, [contract]: libraries },
    gives: { [auth]: names },
  })
const aRemote = (version: string, names: string[]) =>
  described(remoteBuild(app, version, 10), { requires, uses: { [auth]: names } })

let hosts: Team
let remotes: Team

beforeAll(async () => {
  hosts = await newTeam('host')
  remotes = await newTeam(app)
  for (const [team, build] of [
    [hosts, aHost('1.0.0', '0.1.0', ['useSession'])],
    [remotes, aRemote('1.0.0', ['useSession'])],
  ] as const) {
    await upload(team, build)
    await change(team.app, rollout('1.0.0'))
  }
})

type Step = [team: 'host' | 'remote', step: string]

const host = ['release', 'rollout', 'promote', 'rollback'].map((step): Step => ['host', step])
const remote = ['release', 'rollout', 'promote', 'rollback'].map((step): Step => ['remote', step])
/** One after the other, both at the same time, and one that overtakes. */
const orders: Step[][] = [
  [...host, ...remote],
  [...remote, ...host],
  host.flatMap((step, index) => [step, ...remote.slice(index, index + 1)]),
  remote.flatMap((step, index) => [step, ...host.slice(index, index + 1)]),
  [...remote.slice(0, 2), ...host.slice(0, 3), ...remote.slice(2), ...host.slice(3)],
]

function take([team, step]: Step, version: string, libraries: string) {
  if (step !== 'release') {
    const asked = step === 'rollout' ? rollout(version, 5) : { type: step }
    return change(team === 'host' ? 'host' : app, asked)
  }
  return team === 'host'
    ? upload(hosts, aHost(version, libraries, ['useSession', 'useMore']))
    : upload(remotes, aRemote(version, ['useSession']))
}

test.each(['0.1.1', '0.9.3'])(
  'what host and remotes share may grow to %s, whoever goes first and whoever goes back',
  async (libraries) => {
    for (const [index, order] of orders.entries()) {
      for (const step of order) {
        const { status, body } = await take(step, `2.${index}.0-${libraries}`, libraries)
        expect(status, `${index}: ${step.join(' ')}: ${body.detail}`).toBeLessThan(300)
      }
    }
  },
)

test('a name that a host does not give yet, or gives no more, is still refused', async () => {
  const uses = ['useSession', 'useMore']
  const early = await upload(remotes, aRemote('3.0.0', uses))
  expect(early.status).toBe(409)
  expect(early.body.detail).toBe(
    `${app} 3.0.0 does not fit host 1.0.0: it uses useMore of ${auth}, which the host does not give.`,
  )
  for (const names of [['useMore'], ['useOwner', 'useMore']]) {
    const poorer = await upload(hosts, aHost('3.0.0', '0.2.0', names))
    expect(poorer.body.detail).toContain(`it uses useSession of ${auth}, which the host does not`)
  }

  expect((await upload(hosts, aHost('3.0.0', '0.2.0', uses))).status).toBe(201)
  expect((await change('host', rollout('3.0.0', 5))).status).toBe(200)
  expect((await upload(remotes, aRemote('3.0.0', uses))).status).toBe(201)
  expect((await change(app, rollout('3.0.0', 5))).status).toBe(200)
  expect((await change(app, { type: 'promote' })).body.detail).toContain('it uses useMore of')
  expect((await change('host', { type: 'promote' })).status).toBe(200)
  expect((await change(app, { type: 'promote' })).status).toBe(200)
  expect((await change('host', { type: 'rollback' })).status).toBe(200)
})
