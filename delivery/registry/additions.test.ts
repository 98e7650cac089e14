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

const steps = ['release', 'rollout', 'promote', 'rollback']
type Step = [team: 'host' | 'remote', step: string]

/** Every order in which a host's steps and a remote's can come between each other. */
function orders(ofHost: string[], ofRemote: string[]): Step[][] {
  const [host, ...laterOfHost] = ofHost
  const [remote, ...laterOfRemote] = ofRemote
  if (host === undefined || remote === undefined)
    return [
      [
        ...ofHost.map((step): Step => ['host', step]),
        ...ofRemote.map((step): Step => ['remote', step]),
      ],
    ]
  return [
    ...orders(laterOfHost, ofRemote).map((order): Step[] => [['host', host], ...order]),
    ...orders(ofHost, laterOfRemote).map((order): Step[] => [['remote', remote], ...order]),
  ]
}

function take([team, step]: Step, version: string, libraries: string) {
  if (step !== 'release') {
    const asked = step === 'rollout' ? rollout(version, 5) : { type: step }
    return change(team === 'host' ? 'host' : app, asked)
  }
  return team === 'host'
    ? upload(hosts, aHost(version, libraries, ['useSession', 'useMore']))
    : upload(remotes, aRemote(version, ['useSession']))
}

test('what host and remotes share may grow, whoever goes first and whoever goes back', async () => {
  const later = ['0.1.1', '0.2.0', '0.9.3']
  for (const [index, order] of orders(steps, steps.slice(0, -1)).entries()) {
    for (const step of [...order, ['remote', 'rollback'] satisfies Step]) {
      const { status, body } = await take(step, `2.0.${index}`, later[index % 3] ?? '')
      expect(status, `${order.join(' ')}: ${step.join(' ')}: ${body.detail}`).toBe(200)
    }
  }
})

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

  expect((await upload(hosts, aHost('3.0.0', '0.2.0', uses))).status).toBe(200)
  expect((await change('host', rollout('3.0.0', 5))).status).toBe(200)
  expect((await upload(remotes, aRemote('3.0.0', uses))).status).toBe(200)
  expect((await change(app, rollout('3.0.0', 5))).status).toBe(200)
  expect((await change(app, { type: 'promote' })).body.detail).toContain('it uses useMore of')
  expect((await change('host', { type: 'promote' })).status).toBe(200)
  expect((await change(app, { type: 'promote' })).status).toBe(200)
  expect((await change('host', { type: 'rollback' })).status).toBe(200)
})
