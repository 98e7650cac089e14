import { expect, test } from 'vitest'

import { failed, ready, setUpGuard } from '../testing/guarded-rollouts.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'

const fixture = setUpTestRegistry()
const { newRollout, visit, guard, channelOf } = setUpGuard(fixture)

/** A network of this number, as edges send it. */
const network = (number: number): string => `network-${number}`.padEnd(16, '-')

let networks = 0
const strangerOf = (number: number) => ({ knownSince: undefined, network: network(number) })
/** Somebody who is no known owner, in a network of their own. */
const stranger = () => strangerOf((networks += 1))

/** What the guard makes of the rollout now. */
async function decisionOf(app: string) {
  await guard()
  return (await channelOf(app)).decision
}

test('one network cannot stop or hold a release, with any number of ids', async () => {
  const app = await newRollout('remote-one-client')
  const own = strangerOf(0)
  await visit(app, 'stable', 1, () => ({ ...ready, ...stranger() }))
  await visit(app, 'candidate', 500, { ...failed, ...own })
  await visit(app, 'candidate', 100, { verdict: 'failed', kind: 'chunk', ...own })
  await visit(app, 'candidate', 100, { verdict: 'left', ...own })

  expect(await decisionOf(app)).toBeNull()
  expect(await channelOf(app)).toMatchObject({ candidate: '1.1.0' })
})

test('strangers of few networks are ignored, of more hold a release, and of over a hundred stop it', async () => {
  const app = await newRollout('remote-strangers')
  await visit(app, 'stable', 400, ready)
  // A network has two hashes on the day when the key changes.
  await visit(app, 'candidate', 20, () => ({ ...failed, ...stranger() }))
  expect(await decisionOf(app)).toBeNull()
  await visit(app, 'candidate', 180, () => ({ ...failed, ...stranger() }))
  expect(await decisionOf(app)).toMatchObject({
    verdict: 'hold',
    rule: 'strangers',
    reason: expect.stringMatching(
      /^200 of 200 visitors' pages failed, of stable 0 of 400, mostly for visitors who are not signed in \(E/,
    ),
  })
  await visit(app, 'candidate', 5, () => ({ ...failed, ...stranger() }))
  expect(await decisionOf(app)).toMatchObject({ verdict: 'stop', rule: 'worse' })
})

test('an owner known only since the rollout began counts as a stranger', async () => {
  const app = await newRollout('remote-new-owners')
  await visit(app, 'stable', 16, ready)
  const since = Date.now() + 1000
  await visit(app, 'candidate', 4, () => ({ ...failed, ...stranger(), knownSince: since }))
  expect(await decisionOf(app)).toBeNull()

  await visit(app, 'candidate', 4, failed)
  expect(await decisionOf(app)).toMatchObject({ verdict: 'stop', rule: 'worse' })
})

test('strangers who report failures of stable do not protect a bad release', async () => {
  const app = await newRollout('remote-kept')
  await visit(app, 'stable', 300, () => ({ ...failed, ...stranger() }))
  await visit(app, 'stable', 16, ready)
  await visit(app, 'candidate', 4, failed)

  expect(await decisionOf(app)).toMatchObject({ verdict: 'stop', rule: 'worse' })
})

test('a stranger’s further pages do not make a release count as slow', async () => {
  const app = await newRollout('remote-slow-stranger')
  const owner = { visitor: 'owner'.padEnd(16, '-') }
  const visitor = 'stranger'.padEnd(16, '-')
  const pages = (readyMs: number, more: object) => () =>
    ({ verdict: 'ready', readyMs, ...more }) as const
  await visit(app, 'stable', 60, pages(500, owner))
  await visit(app, 'candidate', 60, pages(5000, { ...strangerOf(-1), visitor }))
  expect(await decisionOf(app)).toBeNull()

  await visit(app, 'candidate', 60, pages(5000, owner))
  expect(await decisionOf(app)).toMatchObject({ verdict: 'hold', rule: 'slow' })
})
