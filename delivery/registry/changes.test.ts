import { expect, test } from 'vitest'

import { described, rollout, useTestRegistry, type Team } from '../testing/registry-fixture.ts'
import { hostBuild, remoteBuild } from '../testing/releases-fixture.ts'

const { call, upload, newTeam, audit, change } = useTestRegistry()

/** A team with these releases; the first one runs for everybody. */
async function newApp(app: string, ...versions: string[]): Promise<Team> {
  const team = await newTeam(app)
  for (const version of versions) {
    expect((await upload(team, remoteBuild(app, version, 10))).status).toBe(201)
  }
  expect((await change(app, rollout(versions[0] ?? ''), team)).status).toBe(200)
  return team
}

test('a rollout begins, grows, ends, and each step says who did it and why', async () => {
  const { token } = await newApp('remote-steps', '1.0.0', '1.1.0')
  const asha = { token, headers: { 'errand-actor': 'Ash%C3%A9<script>' } }

  const begun = await change('remote-steps', rollout('1.1.0', 5), { ...asha, reason: 'pilot' })
  expect(begun.body).toMatchObject({ lineage: ['1.0.0'], candidate: '1.1.0', weight: 5_000 })
  expect(begun.headers.get('etag')).toBe(`"${begun.body.revision}"`)
  const promoted = await change('remote-steps', { type: 'promote' }, asha)
  expect(promoted.body).toMatchObject({ lineage: ['1.1.0', '1.0.0'], candidate: null })

  const [last, first] = await audit('remote-steps')
  expect(first).toMatchObject({
    actor: 'remote-steps (Ashéscript)',
    action: 'rollout',
    reason: 'pilot',
    before: { candidate: null },
    after: { candidate: '1.1.0', weight: 5_000 },
  })
  expect(last).toMatchObject({ action: 'promote', reason: null })
})

test('what cannot be done is refused with a sentence and leaves no trace', async () => {
  const team = await newApp('remote-refused', '1.0.0')
  const before = await call('GET', '/apps/remote-refused')

  const unpublished = await change('remote-refused', rollout('9.9.9', 5), team)
  expect(unpublished.status).toBe(409)
  expect(unpublished.body.detail).toBe('remote-refused 9.9.9 is not published; release it first.')
  const idle = await change('remote-refused', { type: 'promote' }, team)
  expect(idle.status).toBe(409)
  expect(idle.body.detail).toBe('remote-refused has no rollout under way.')
  const strange = await change('remote-refused', { type: 'explode' }, team)
  expect(strange.status).toBe(422)
  expect((await change('remote-nobody', { type: 'pause' })).status).toBe(404)

  const after = await call('GET', '/apps/remote-refused')
  expect(after.body).toEqual(before.body)
})

test('a change that is only tried changes nothing', async () => {
  const { token } = await newApp('remote-tried', '1.0.0', '1.1.0')
  const body = { change: rollout('1.1.0', 5), isDryRun: true }

  const tried = await call('POST', '/apps/remote-tried/changes', { token, body })
  expect(tried.body).toMatchObject({ candidate: '1.1.0', weight: 5_000 })
  const { body: state } = await call('GET', '/apps/remote-tried')
  expect(state.channel.candidate).toBeNull()
  const [last] = await audit('remote-tried')
  expect(last.after.lineage).toEqual(['1.0.0'])
})

test('of two changes to the same state one is made', async () => {
  const { token } = await newApp('remote-race', '1.0.0', '1.1.0', '1.2.0')
  const seen = await call('GET', '/apps/remote-race')
  const headers = { 'if-match': seen.headers.get('etag') ?? '' }

  const answers = await Promise.all([
    change('remote-race', rollout('1.1.0', 5), { token, headers }),
    change('remote-race', rollout('1.2.0', 5), { token, headers }),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 412]))
  const made = answers.find(({ status }) => status === 200)
  const late = answers.find(({ status }) => status === 412)
  expect(late?.body).toMatchObject({ code: 'version_conflict', meta: { current: made?.body } })
  const malformed = { token, headers: { 'if-match': '3' } }
  expect((await change('remote-race', { type: 'promote' }, malformed)).status).toBe(400)
})

test('two teams that release and roll out at the same moment both succeed', async () => {
  const teams = await Promise.all([newApp('remote-left', '1.0.0'), newApp('remote-right', '1.0.0')])
  const { body: before } = await call('GET', '/document')

  const steps = [5, 25, 50]
  const outcomes = await Promise.all(
    teams.map(async (team) => {
      const published = await upload(team, remoteBuild(team.app, '2.0.0', 20))
      const statuses = [published.status]
      for (const step of steps) {
        statuses.push((await change(team.app, rollout('2.0.0', step), team)).status)
      }
      return statuses
    }),
  )
  expect(outcomes).toEqual([
    [201, 200, 200, 200],
    [201, 200, 200, 200],
  ])
  const { body: after } = await call('GET', '/document')
  expect(after.metadata.revision - before.metadata.revision).toBe(6)
  for (const { app } of teams) {
    expect(after.flags[app]).toMatchObject({ variants: { stable: '1.0.0', candidate: '2.0.0' } })
    expect(after.flags[app].metadata.weight).toBe(50_000)
  }
})

test('nobody loses a remote by going forward, and going back is always allowed', async () => {
  const both = { '@errand/shared-auth': '^1.0.0 || ^2.0.0' }
  const newer = { '@errand/shared-auth': '^2.0.0' }
  const hosts = await newTeam('host')
  const jobs = await newTeam('remote-jobs')
  await upload(hosts, hostBuild('1.0.0'))
  await change('host', rollout('1.0.0'))
  await upload(jobs, described(remoteBuild('remote-jobs', '1.0.0', 10), { requires: both }))
  await change('remote-jobs', rollout('1.0.0'))
  const nextHost = described(hostBuild('2.0.0'), { provides: { '@errand/shared-auth': '2.0.0' } })
  // Every other remote of this file needs shared-auth 1.
  expect((await upload(hosts, nextHost)).status).toBe(409)
  const kept = { ...both, '@errand/shared-auth': '>=1' }
  for (const app of ['steps', 'refused', 'tried', 'race', 'left', 'right']) {
    const team = await newTeam(`remote-${app}`)
    const wide = described(remoteBuild(team.app, '3.0.0', 10), { requires: kept })
    expect((await upload(team, wide)).status).toBe(201)
    expect((await change(team.app, rollout('3.0.0'))).status).toBe(200)
  }
  expect((await upload(hosts, nextHost)).status).toBe(201)
  expect((await change('host', rollout('2.0.0', 5))).status).toBe(200)

  await upload(jobs, described(remoteBuild('remote-jobs', '2.0.0', 10), { requires: newer }))
  expect((await change('remote-jobs', rollout('2.0.0', 5))).status).toBe(200)
  const early = await change('remote-jobs', { type: 'promote' })
  expect(early.status).toBe(409)
  expect(early.body.detail).toContain('remote-jobs 2.0.0 does not fit host 1.0.0')

  expect((await change('host', { type: 'promote' })).status).toBe(200)
  expect((await change('remote-jobs', { type: 'promote' })).status).toBe(200)
  expect((await change('host', { type: 'rollback' })).status).toBe(200)
  // It is said what pages lack by that, and keeps nobody from going forward again.
  const { body: lacking } = await call('GET', '/apps')
  const lost = lacking.apps.filter(({ fitsHost }: { fitsHost: boolean }) => !fitsHost)
  expect(lost.map(({ app }: { app: string }) => app)).toEqual(['remote-jobs'])
  const again = await change('host', rollout('2.0.0', 5))
  expect(again.status, again.body.detail).toBe(200)
  expect((await change('host', { type: 'rollback' })).status).toBe(200)
})

test('the first release of an app goes to a few, where it fits some live host, and grows', async () => {
  const team = await newTeam('remote-first')
  const needs = { '@errand/shared-auth': '^2.0.0' }
  const build = described(remoteBuild('remote-first', '1.0.0', 10), { requires: needs })
  expect((await change('host', rollout('2.0.0', 5))).status).toBe(200)
  expect((await upload(team, build)).status).toBe(201)

  const few = await change('remote-first', rollout('1.0.0', 5), team)
  expect(few.status, few.body.detail).toBe(200)
  expect(few.body).toMatchObject({ lineage: [], candidate: '1.0.0', weight: 5_000 })
  const { body: document } = await call('GET', '/document')
  expect(document.flags['remote-first']).toMatchObject({
    variants: { stable: '', candidate: '1.0.0' },
    defaultVariant: 'stable',
  })
  // Whoever has the other host would lack it then.
  expect((await change('remote-first', { type: 'promote' }, team)).status).toBe(409)
  expect((await change('host', { type: 'promote' })).status).toBe(200)
  expect((await change('remote-first', { type: 'promote' }, team)).body.lineage).toEqual(['1.0.0'])
  expect((await change('host', { type: 'rollback' })).status).toBe(200)
})

test('a release that there is not cannot be killed', async () => {
  const team = await newApp('remote-killed', '1.0.0')

  const mistyped = await change('remote-killed', { type: 'kill', version: '1.0.O' }, team)
  expect(mistyped.status).toBe(409)
  expect(mistyped.body.detail).toBe('remote-killed has no release 1.0.O; look at its status.')
  const { body } = await call('GET', '/apps/remote-killed')
  expect(body.channel).toMatchObject({ lineage: ['1.0.0'], revoked: [] })
  expect((await change('remote-killed', { type: 'kill', version: '1.0.0' }, team)).status).toBe(200)
})

test('a flag that was only tried is not there', async () => {
  const body = { change: rollout('on', 5), isDryRun: true }
  const tried = await call('POST', '/apps/flag:tried-only/changes', { body })

  expect(tried.body).toMatchObject({ candidate: 'on', lineage: ['off'] })
  expect((await call('GET', '/apps/flag:tried-only')).status).toBe(404)
})

test('a feature flag is rolled out by the team that owns it', async () => {
  const { token } = await newTeam('remote-jobs')
  const flag = 'flag:job-copy'

  const begun = await change(flag, rollout('on', 5), { token })
  expect(begun.status).toBe(200)
  const { body: document } = await call('GET', '/document')
  expect(document.flags['job-copy']).toMatchObject({
    variants: { stable: false, candidate: true },
    metadata: { kind: 'feature', weight: 5_000 },
  })
  expect((await change(flag, rollout('blue', 5), { token })).status).toBe(409)
  const stranger = await newTeam('remote-chats')
  expect((await change(flag, rollout('on', 50), stranger)).status).toBe(403)
})
