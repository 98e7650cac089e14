import { expect, test } from 'vitest'

import { applyChange } from '../rollouts/change.ts'
import { emptyChannel, fullWeight, type Channel } from '../rollouts/channel.ts'
import { createEvaluator } from '../rollouts/evaluator.ts'

/** Ids of as many visitors, the same each time. */
export const visitorIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `visitor-${index}`)

/** An app with a candidate. */
export const candidateChannel = (app: string, parts: Partial<Channel>): Channel => ({
  ...emptyChannel(app),
  lineage: ['1.0.0'],
  candidate: '1.1.0',
  rolloutId: 'r1',
  ...parts,
})

/** Shows for so many visitors who gets a candidate, and that nobody loses it. */
export function testRollouts({ count, tolerance }: { count: number; tolerance: number }): void {
  const visitors = visitorIds(count)
  /** The visitors who get the candidate. */
  const chosen = (app: string, parts: Partial<Channel>): Set<string> => {
    const { decide } = createEvaluator({ revision: 1, channels: [candidateChannel(app, parts)] })
    return new Set(visitors.filter((visitor) => decide(app, visitor)?.arm === 'candidate'))
  }
  const share = (percent: number) =>
    chosen('remote-jobs', { weight: Math.round((percent * fullWeight) / 100) })

  test.each([0, 0.1, 1, 5, 25, 50, 99, 100])(
    `%d percent of ${count} visitors get the candidate`,
    (percent) => {
      expect(Math.abs(share(percent).size / count - percent / 100)).toBeLessThanOrEqual(tolerance)
    },
  )

  test('no step from nobody to everybody takes the candidate away from anybody', () => {
    let before = new Set<string>()
    for (const percent of [0, 0.001, 0.1, 1, 5, 10, 20, 25, 50, 75, 90, 99.999, 100]) {
      const now = share(percent)
      expect([...before].filter((visitor) => !now.has(visitor))).toEqual([])
      before = now
    }
    expect(before.size).toBe(count)
  })

  test('neither two apps nor two rollouts share their first visitors', () => {
    const weight = fullWeight / 10
    const jobs = chosen('remote-jobs', { weight })
    const overlap = (other: Set<string>) => [...jobs].filter((visitor) => other.has(visitor)).length

    for (const other of [
      chosen('remote-chats', { weight }),
      chosen('remote-jobs', { weight, rolloutId: 'r2' }),
    ]) {
      expect(overlap(other) / jobs.size).toBeGreaterThan(0.08)
      expect(overlap(other) / jobs.size).toBeLessThan(0.12)
    }
  })

  test('a hotfix keeps its visitors, and taking it away moves nobody else', () => {
    const begun = candidateChannel('remote-jobs', { weight: 20_000 })
    const fixed = applyChange(begun, { type: 'rollout', version: '1.1.1', weight: 20_000 }, 'r9')

    expect(chosen('remote-jobs', fixed)).toEqual(chosen('remote-jobs', begun))
    expect(chosen('remote-jobs', applyChange(fixed, { type: 'rollback' }, 'r9')).size).toBe(0)
  })
}
