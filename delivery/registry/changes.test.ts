import { expect, test } from 'vitest'

import { rollout, setUpTestRegistry, type Team } from '../testing/registry-fixture.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'

const { call, upload, newTeam, audit, change, promote } = setUpTestRegistry()

/** A team with these releases; the first one runs for everybody. */
async function newApp(app: string, ...versions: string[]): Promise<Team> {
  const team = await newTeam(app)
  for (const version of versions) {
    expect((await upload(team, remoteBuild(app, version, 10))).status).toBe(201)
  }
  expect((await change(app, rollout(versions[0] ?? ''), team)).status).toBe(200)
  return team
}

test('each step of a rollout is audited with its actor and reason', async () => {
  const { token } = await newApp('remote-steps', '1.0.0', '1.1.0')
  const asha = { token, headers: { 'errand-actor': 'Ash%C3%A9<script>' } }

  const begun = await change('remote-steps', rollout('1.1.0', 5), { ...asha, reason: 'pilot' })
  expect(begun.body).toMatchObject({ lineage: ['1.0.0'], candidate: '1.1.0', weight: 5_000 })
  expect(begun.headers.get('etag')).toBe(`"${begun.body.revision}"`)
  const promoted = await promote('remote-steps', asha)
  expect(promoted.body).toMatchObject({ lineage: ['1.1.0', '1.0.0'], candidate: null })

  const [last, first] = await audit('remote-steps')
  expect(first).toMatchObject({
    actor: 'remote-steps (Ashéscript)',
    action: 'rollout',
    reason: 'pilot',
    before: { candidate: null },
    after: { candidate: '1.1.0', weight: 5_000 },
  })
  expect(last).toMatchObject({ action: 'promote', reason: 'planted' })
})

test('of two parallel changes to the same state one is refused', async () => {
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

test('a rollout replaces another one only if asked to', async () => {
  const { token } = await newApp('remote-both', '1.0.0', '1.1.0', '1.2.0')
  const asha = { token, headers: { 'errand-actor': 'asha' } }
  const ben = { token, headers: { 'errand-actor': 'ben' } }
  await change('remote-both', rollout('1.1.0', 5), asha)
  const forced = { ...rollout('1.1.0', 20), force: true }
  await change('remote-both', forced, { ...ben, reason: 'planted' })

  const refused = await change('remote-both', rollout('1.2.0', 5), ben)
  expect(refused.status).toBe(409)
  expect(refused.body.detail).toMatch(
    /^A rollout of remote-both 1\.1\.0 is under way, started by remote-both \(asha\) on \d{4}-\d\d-\d\d \d\d:\d\d UTC\. .* --replace\.$/,
  )
  const replaced = await change('remote-both', { ...rollout('1.2.0', 5), replace: true }, ben)
  expect(replaced.body).toMatchObject({ candidate: '1.2.0', weight: 5_000 })

  // At once, by callers who have not looked.
  await change('remote-both', { type: 'rollback' }, asha)
  const answers = await Promise.all(
    ['1.1.0', '1.2.0'].map((version) => change('remote-both', rollout(version, 5), asha)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
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
        const asked = { ...rollout('2.0.0', step), force: true }
        statuses.push((await change(team.app, asked, { ...team, reason: 'planted' })).status)
      }
      return statuses
    }),
  )
  expect(outcomes).toEqual([
    [201, 200, 200, 200],
    [201, 200, 200, 200],
  ])
  const { body: after } = await call('GET', '/document')
  expect(after.revision - before.revision).toBe(6)
  for (const { app } of teams) {
    const rolledOut = { app, lineage: ['1.0.0'], candidate: '2.0.0', weight: 50_000 }
    expect(after.channels).toContainEqual(expect.objectContaining(rolledOut))
  }
})

test('an impossible change is refused with a reason, and a dry run changes nothing', async () => {
  const app = 'remote-refused'
  const team = await newApp(app, '1.0.0', '1.1.0')
  const before = await call('GET', `/apps/${app}`)
  for (const [asked, sentence] of [
    [rollout('9.9.9', 5), `${app} 9.9.9 is not published; release it first.`],
    [{ type: 'promote' }, `${app} has no rollout under way.`],
    [{ type: 'kill', version: '1.0.O' }, `${app} has no release 1.0.O; look at its status.`],
  ] as const) {
    const { status, body } = await change(app, asked, team)
    expect(status).toBe(409)
    expect(body.detail).toBe(sentence)
  }
  expect((await change(app, { type: 'explode' }, team)).status).toBe(422)
  expect((await change('remote-nobody', { type: 'pause' })).status).toBe(404)

  for (const [name, version] of [
    [app, '1.1.0'],
    ['flag:tried-only', 'on'],
  ]) {
    const body = { change: rollout(version ?? '', 5), isDryRun: true }
    const tried = await call('POST', `/apps/${name}/changes`, { body })
    expect(tried.body).toMatchObject({ candidate: version, weight: 5_000 })
  }
  expect((await call('GET', '/apps/flag:tried-only')).status).toBe(404)
  expect((await call('GET', `/apps/${app}`)).body).toEqual(before.body)
  expect(await audit(app)).toHaveLength(5)
})

test('a feature flag is rolled out by the team that owns it', async () => {
  const { token } = await newTeam('remote-jobs')
  const flag = 'flag:job-copy'

  const begun = await change(flag, rollout('on', 5), { token })
  expect(begun.status).toBe(200)
  const { body: document } = await call('GET', '/document')
  expect(document.channels).toContainEqual(
    expect.objectContaining({ app: flag, lineage: ['off'], candidate: 'on', weight: 5_000 }),
  )
  expect((await change(flag, rollout('blue', 5), { token })).status).toBe(409)
  const steps = [{ weight: 50_000, seconds: 60 }]
  const planned = await change(flag, { ...rollout('on', 50), plan: { steps } }, { token })
  expect(planned.body.detail).toContain('it grows by hand')
  const stranger = await newTeam('remote-chats')
  expect((await change(flag, rollout('on', 50), stranger)).status).toBe(403)
})
