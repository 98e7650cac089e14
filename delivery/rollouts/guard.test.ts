import { expect, test } from 'vitest'

import { evidenceOver, type ArmMinutes } from './evidence.ts'
import type { ArmFigures, Evidence, Figures } from './figures.ts'
import { judge } from './guard.ts'

const channel = { weight: 20_000 }
const comparable = { isShareComparable: true }

const arm = (visitors: number, more: Partial<ArmFigures> = {}): ArmFigures => ({
  visitors,
  failed: 0,
  filesMissing: 0,
  silent: 0,
  left: 0,
  drawn: 0,
  warmPages: 0,
  warmP75Ms: null,
  ...more,
})

const none = { now: 1, highest: 1 }
const strong = { now: 20, highest: 85.9 }

interface Parts {
  candidate?: Partial<ArmFigures>
  stable?: Partial<ArmFigures> | null
  evidence?: Partial<Evidence>
}

/** A rollout without a fault that may grow, but for these parts. */
const figures = ({ candidate, stable = {}, evidence }: Parts = {}): Figures => ({
  candidate: arm(100, candidate),
  stable: stable && arm(400, stable),
  evidence: { worse: none, filesMissing: none, failing: none, silent: none, ...evidence },
})

/** Of each rule, in the order in which they decide, a rollout to which it applies. */
const examples: [verdict: string, rule: string, parts: Parts, reason: string][] = [
  [
    'stop',
    'worse',
    {
      candidate: { visitors: 4, failed: 4 },
      stable: { visitors: 20, silent: 4 },
      evidence: { worse: { now: 3, highest: 85.9 } },
    },
    "4 of 4 visitors' pages failed, of stable 0 of 16 (E 85)",
  ],
  [
    'stop',
    'files-missing',
    { candidate: { filesMissing: 9 }, evidence: { filesMissing: strong } },
    "9 of 100 visitors' pages lacked files, of stable 0 of 400 (E 85)",
  ],
  [
    'stop',
    'failing',
    {
      candidate: { failed: 30, filesMissing: 5 },
      stable: null,
      evidence: { failing: { now: 1e9, highest: 1e9 } },
    },
    "35 of 100 visitors' pages failed, with no stable release beside it (E over 9999)",
  ],
  [
    'hold',
    'strangers',
    { candidate: { failed: 30 }, evidence: { strangers: strong } },
    "30 of 100 visitors' pages failed, of stable 0 of 400, mostly for visitors who are not signed in (E 85)",
  ],
  [
    'hold',
    'silent',
    { candidate: { silent: 12 }, stable: { silent: 4 }, evidence: { silent: strong } },
    "12 of 100 visitors' pages reported nothing for a minute, of stable 4 of 400 (E 20)",
  ],
  [
    'hold',
    'mismatch',
    { candidate: { drawn: 12 }, stable: { drawn: 188 } },
    '12 of 200 visitors were given it, at a share of 20 %',
  ],
  [
    'hold',
    'left',
    { candidate: { left: 25 }, stable: { left: 25 } },
    '25 of 125 visitors left before the page was ready, of stable 25 of 425',
  ],
  [
    'hold',
    'slow',
    { candidate: { warmPages: 50, warmP75Ms: 1200 }, stable: { warmPages: 50, warmP75Ms: 1000 } },
    '75 % of its pages with files in the cache are ready within 1200 ms, of stable within 1000 ms',
  ],
  [
    'wait',
    'sample',
    { candidate: { visitors: 79, silent: 20 } },
    '59 visitors so far, and a larger share needs 1 more',
  ],
  ['grow', 'clear', {}, '100 visitors, none failed'],
  ['grow', 'clear', { candidate: { failed: 1, filesMissing: 1 } }, '100 visitors, 2 failed'],
]

test.each(examples)('%s: %s', (verdict, rule, parts, reason) => {
  expect(judge(figures(parts), channel, comparable)).toEqual({ verdict, rule, reason })
})

test('a reason about one visitor is in the singular', () => {
  const one = (parts: Parts) => judge(figures(parts), channel, comparable).reason
  const failed = one({ candidate: { visitors: 1, failed: 1 }, evidence: { worse: strong } })
  expect(failed).toBe("1 of 1 visitor's page failed, of stable 0 of 400 (E 85)")
  const silent = one({ candidate: { visitors: 1, silent: 1 }, evidence: { silent: strong } })
  expect(silent).toMatch(/^1 of 1 visitor's page reported nothing/)
  expect(one({ candidate: { visitors: 1 } })).toMatch(/^1 visitor so far, .* 59 more$/)
})

test('of several rules that apply, the first one decides', () => {
  const order = examples.filter(([verdict, rule]) => verdict !== 'grow' && rule !== 'failing')
  const seen = order.map((_example, index) => {
    const parts = order.slice(index).map(([, , one]) => one)
    const { rule } = judge(
      figures({
        candidate: Object.assign({}, ...parts.map(({ candidate }) => candidate)),
        stable: Object.assign({}, ...parts.map(({ stable }) => stable)),
        evidence: Object.assign({}, ...parts.map(({ evidence }) => evidence)),
      }),
      channel,
      comparable,
    )
    return rule
  })
  expect(seen).toEqual(order.map(([, rule]) => rule))
})

test.each<[what: string, parts: Parts]>([
  ['weak evidence', { evidence: { worse: { now: 19, highest: 19.9 } } }],
  // Its reports came late.
  ['silence that is over', { evidence: { silent: { now: 19, highest: 400 } } }],
  ['two silent visitors in five', { candidate: { visitors: 100, silent: 40 } }],
  ['few drawn visitors', { candidate: { drawn: 0 }, stable: { drawn: 39 } }],
  ['drawn visitors that fit the share', { candidate: { drawn: 30 }, stable: { drawn: 170 } }],
  ['one who left first', { candidate: { visitors: 0, left: 1 }, stable: { left: 20 } }],
  ['somewhat more that left', { candidate: { left: 10 }, stable: { left: 3 } }],
  [
    'few warm pages',
    { candidate: { warmPages: 49, warmP75Ms: 9000 }, stable: { warmPages: 50, warmP75Ms: 1000 } },
  ],
  [
    'a first release, with nothing beside it',
    { candidate: { left: 90, drawn: 90, warmPages: 90, warmP75Ms: 9 }, stable: null },
  ],
])('%s does not hold a rollout', (_what, parts) => {
  expect(judge(figures(parts), channel, comparable)).toMatchObject({
    verdict: expect.stringMatching(/grow|wait/),
  })
})

test('a share that stable hosts cannot have is no mismatch', () => {
  const [, , parts = {}] = examples.find(([, rule]) => rule === 'mismatch') ?? []
  expect(judge(figures(parts), channel, { isShareComparable: false }).verdict).toBe('grow')
})

test('many silent visitors of at least twenty hold a rollout before there is evidence', () => {
  const holds = (visitors: number, silent: number) =>
    judge(figures({ candidate: { visitors, silent } }), channel, comparable).rule === 'silent'
  expect(holds(20, 9)).toBe(true)
  expect(holds(19, 19)).toBe(false)
  expect(holds(20, 8)).toBe(false)
  // There would be nothing to compare with.
  const lost = figures({ stable: { visitors: 100, silent: 45 } })
  expect(judge(lost, channel, comparable).rule).toBe('silent')
})

/** A rollout at 20 % after each of its visitors, one a minute, of whom the candidate fails for some. */
function* rolloutOf(seed: number, failureRate: number): Generator<Figures> {
  const random = randomOf(seed)
  const minutes: ArmMinutes[] = []
  const nobody = { visitors: 0, failed: 0, missing: 0, silent: 0 }
  const failures = { candidate: failureRate, stable: 0.01 }
  for (;;) {
    const of = random() < 0.2 ? 'candidate' : 'stable'
    const failed = Number(random() < failures[of])
    minutes.push({ candidate: nobody, stable: nobody, [of]: { ...nobody, visitors: 1, failed } })
    const sum = (one: keyof ArmMinutes): Partial<ArmFigures> => ({
      visitors: minutes.reduce((total, minute) => total + minute[one].visitors, 0),
      failed: minutes.reduce((total, minute) => total + minute[one].failed, 0),
    })
    yield figures({
      candidate: sum('candidate'),
      stable: sum('stable'),
      evidence: evidenceOver(minutes),
    })
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state / 2 ** 31
  }
}

/** The first verdict that is not to wait, and after how many visitors of the candidate. */
function firstVerdict(seed: number, failureRate: number) {
  for (const given of rolloutOf(seed, failureRate)) {
    const { verdict, rule } = judge(given, channel, comparable)
    if (verdict !== 'wait') return { verdict, rule, visitors: given.candidate.visitors }
  }
  return undefined
}

test('a release that throws is stopped after a few visitors, and a good one grows after sixty', () => {
  const seeds = Array.from({ length: 40 }, (_, index) => index + 1)
  for (const seed of seeds) {
    const broken = firstVerdict(seed, 1)
    expect(broken?.verdict).toBe('stop')
    expect(broken?.visitors).toBeLessThanOrEqual(10)
  }
  const good = seeds.map((seed) => firstVerdict(seed, 0.01))
  const grown = good.filter((one) => one?.verdict === 'grow' && one.visitors === 60)
  // One in twenty may be stopped by chance.
  expect(grown.length).toBeGreaterThanOrEqual(36)
})
