import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { setUpLocalRegistry } from '../testing/local-registry.ts'
import { remoteBuild } from '../testing/releases-fixture.ts'
import { resolvePlan } from './plans.ts'

const { ran, failed } = setUpLocalRegistry()
const app = 'remote-jobs'
const root = mkdtempSync(join(tmpdir(), 'errand-plans-'))
afterAll(() => rmSync(root, { recursive: true }))

const rollout = ['rollout', app, '1.1.0']
const force = ['--force', '--reason', 'nobody visits it here']

test('a plan can be paused, resumed and advanced', async () => {
  for (const version of ['1.0.0', '1.1.0'])
    await ran(['release', app, '--dist', remoteBuild(app, version, 10)])
  await ran(['rollout', app, '1.0.0', '--to', '100%'])

  expect(await ran([...rollout, '--plan', 'careful'])).toMatch(
    /^1 % of visitors run remote-jobs 1\.1\.0, the others 1\.0\.0\. Next: 5 % at .* UTC at the earliest\.$/,
  )
  expect(await ran(['history', app, '--limit', '1'])).toMatch(
    /rollout → 1\.1\.0 1 %, plan careful$/m,
  )
  const status = await ran(['status', app])
  expect(status).toMatch(/^Plan careful: \[1 %\] → 5 % → 25 % → 100 %$/m)
  expect(status).toMatch(/^At 1 % since .* UTC; 5 % at .* UTC at the earliest\.$/m)

  expect(await ran(['pause', app])).toContain('Its plan is paused.')
  expect(await ran(['status', app])).toMatch(/^remote-jobs\s.*\s1 %\s+paused\s/m)
  expect(await ran(['status', app])).toMatch(/^At 1 % since .* UTC; the plan is paused\.$/m)
  expect(await ran(['resume', app])).toContain('Next: 5 % at')
  expect(await ran(['advance', app, ...force])).toMatch(/^5 % of .* Next: 25 % at/)
  expect(await ran(['history', app, '--limit', '1'])).toMatch(
    /advance → 1\.1\.0 5 %\s+nobody visits it here$/m,
  )
  expect(await ran(['status', app])).toMatch(/^Plan careful: 1 % → \[5 %\] → 25 % → 100 %$/m)
  // A change by hand pauses the plan.
  await ran([...rollout, '--to', '10%', ...force])
  expect(await ran(['status', app])).toMatch(/^At 10 % since .* UTC; the plan is paused\.$/m)
  await ran(['advance', app, ...force])
  expect(await ran(['advance', app, ...force])).toBe('Everybody runs remote-jobs 1.1.0.')
})

test('a typed plan has steps from seconds to days, and may end below 100 %', async () => {
  await ran(['rollback', app])
  expect(await ran([...rollout, '--plan', '0.5%:30s, 2:1d, 10%', '--observe'])).toMatch(
    /^0\.5 % of .* Next: 2 % at .* at the earliest\. The guard only observes\.$/,
  )
  const { channel } = JSON.parse(await ran(['status', app, '--json']))
  expect(channel.plan.steps).toEqual([
    { weight: 500, seconds: 30 },
    { weight: 2000, seconds: 86_400 },
    { weight: 10_000, seconds: 0 },
  ])
  expect(await ran(['status'])).toMatch(/^remote-jobs\s.*\s0\.5 %\s+observed\s/m)
  await ran(['advance', app, ...force])
  await ran(['advance', app, ...force])
  expect(await ran(['status', app])).toMatch(/^At 10 % since .* UTC; that is its last step\.$/m)
  await ran([...rollout, '--to', '10%', '--no-observe', ...force])
  expect(JSON.parse(await ran(['status', app, '--json'])).channel.isObserved).toBe(false)
  await ran(['rollback', app])
})

test('an invalid rollout is refused without calling the registry', async () => {
  // Nobody answers there.
  const env = { ERRAND_REGISTRY: 'http://127.0.0.1:1' }
  for (const args of [[], ['--to', '5%', '--plan', 'careful']])
    expect(await failed([...rollout, ...args], 2, env)).toContain('either --to 5%, or --plan')
  for (const args of [
    [...rollout, '--to', '5%'],
    ['promote', app],
    ['advance', app],
  ])
    expect(await failed([...args, '--force'], 2, env)).toContain('say why with --reason')
  expect(await failed([...rollout, '--plan', 'cautious'], 2, env)).toBe(
    'errand.json has no plan cautious; its plans: careful, quick.\n',
  )
})

test.each([
  ['5%:1h', 'two or more shares'],
  ['5%:1h,10%:1h', 'two or more shares'],
  ['5%,10%', 'two or more shares'],
  ['5%:1h:2h,10%', 'two or more shares'],
  ['5%:soon,10%', 'seconds, minutes, hours or days'],
  ['5%:1h,120%', 'from 0% to 100%'],
  ['10%:1h,5%', 'Each share has to be larger than the one before'],
  ['5%:91d,10%', 'more than 90 days'],
])('the plan %s is refused with the reason', (text, reason) => {
  expect(() => resolvePlan(root, text)).toThrow(reason)
})

test('errand.json defines plans, and an error in it names the plan', () => {
  expect(() => resolvePlan(root, 'slow')).toThrow('has no plan slow; its plans: none.')
  write('{ "plans": { "slow": "1%:2h,100%", "wrong": "1%:2x,100%" } }')
  expect(resolvePlan(root, 'slow')).toEqual({
    name: 'slow',
    steps: [
      { weight: 1000, seconds: 7200 },
      { weight: 100_000, seconds: 0 },
    ],
  })
  expect(() => resolvePlan(root, 'wrong')).toThrow('The plan wrong in errand.json cannot be used.')
  expect(() => resolvePlan(root, 'constructor')).toThrow('its plans: slow, wrong.')
  for (const text of ['{', '{ "plan": {} }', '{ "plans": { "slow": 1 } }']) {
    write(text)
    expect(() => resolvePlan(root, 'slow')).toThrow('errand.json has to have "plans"')
  }
})

const write = (text: string) => writeFileSync(join(root, 'errand.json'), text)
