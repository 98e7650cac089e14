import type { Arm } from './channel.ts'
import type { Evidence, Level } from './figures.ts'

/** How a release did for the visitors of some minutes; who left early is not among them. */
export interface ArmVisitors {
  visitors: number
  /** Of them: the release failed in a page. */
  failed: number
  /** Of them: a file did not arrive. */
  missing: number
  /** Of them: the page reported nothing. */
  silent: number
}

/** How both arms did in the same minute. */
export type ArmMinutes = Record<Arm, ArmVisitors>

/** From here on it is strong: a candidate that is as good as stable gets there in 5 % of rollouts. */
export const strongEvidence = 20

/** By how much a bad candidate may fail more often: nobody knows it before. */
const riskRatios = [1.5, 2, 3, 5, 10, 30, 100]

/** More visitors than this part may not lose files, and what a bad candidate may lose. */
const missingRates = { allowed: 0.05, bad: [0.1, 0.2, 0.4, 0.7, 1] }

/** The same of failures, where there is no stable release to compare with. */
const failingRates = { allowed: 0.2, bad: [0.3, 0.4, 0.6, 0.8, 1] }

/** JSON knows no infinity. */
const maxEvidence = 1e9

/**
 * What speaks against the candidate, from the minutes of a rollout, oldest first. It may be looked at
 * after every minute, and the share may change: the chance that one of the numbers ever reaches E
 * without a reason is at most 1 / E.
 */
export function evidenceOver(minutes: ArmMinutes[]): Evidence {
  // Nobody knows whether a silent page failed, so it is judged by itself.
  const reported = groupMinutes(
    minutes.map(({ candidate, stable }) => ({
      candidate: withoutSilent(candidate),
      stable: withoutSilent(stable),
    })),
  )
  return {
    worse: compareArms(reported, ({ failed }) => failed),
    filesMissing: testMissing(reported),
    failing: testFailing(reported),
    silent: compareArms(groupMinutes(minutes), ({ failed, silent }) => failed + silent),
  }
}

/**
 * How many more visitors of the candidate are needed until "none of them failed" rules out, at
 * 95 %, that it adds failures to this part of them.
 */
export const visitorsNeeded = (visitors: number, addedRate = 0.05): number =>
  Math.max(0, Math.ceil(3 / addedRate) - visitors)

const withoutSilent = (arm: ArmVisitors): ArmVisitors => ({
  ...arm,
  visitors: arm.visitors - arm.silent,
  silent: 0,
})

/** Minutes that are compared as one: both arms have a visitor, except in the last group. */
interface Group extends ArmMinutes {
  /** The visitors of the candidate, by the minute, before stable had one. */
  alone: ArmVisitors[]
}

/** Merges minutes by their visitors alone: if it depended on failures, they would not be comparable. */
function groupMinutes(minutes: ArmMinutes[]): Group[] {
  const groups: Group[] = []
  let isComplete = true
  for (const { candidate, stable } of minutes) {
    let group = groups.at(-1)
    if (isComplete || group === undefined) {
      group = { candidate: nobody, stable: nobody, alone: [] }
      groups.push(group)
    }
    group.candidate = add(group.candidate, candidate)
    group.stable = add(group.stable, stable)
    if (group.stable.visitors === 0) group.alone.push(candidate)
    isComplete = isCompared(group)
  }
  return groups
}

const nobody: ArmVisitors = { visitors: 0, failed: 0, missing: 0, silent: 0 }

const add = (one: ArmVisitors, other: ArmVisitors): ArmVisitors => ({
  visitors: one.visitors + other.visitors,
  failed: one.failed + other.failed,
  missing: one.missing + other.missing,
  silent: one.silent + other.silent,
})

const isCompared = ({ candidate, stable }: ArmMinutes): boolean =>
  candidate.visitors > 0 && stable.visitors > 0

/** The mean of the likelihood ratios of some risk ratios, given how many of both arms failed. */
function compareArms(groups: Group[], failedOf: (arm: ArmVisitors) => number): Level {
  const ratios = riskRatios.map((ratio) => ({ ratio, log: 0 }))
  let level: Level = { now: 1, highest: 1 }
  for (const { candidate, stable } of groups.filter(isCompared)) {
    const share = candidate.visitors / (candidate.visitors + stable.visitors)
    const failed = failedOf(candidate)
    const all = failed + failedOf(stable)
    for (const one of ratios) {
      const { ratio } = one
      one.log += failed * Math.log(ratio) - all * Math.log(share * ratio + 1 - share)
    }
    level = raise(level, meanOf(ratios.map(({ log }) => log)))
  }
  return level
}

/** Whether too many visitors lose files; while stable loses some as well, it is an outage. */
function testMissing(groups: Group[]): Level {
  const parts = groups
    .filter(({ stable }) => stable.missing <= stable.visitors * missingRates.allowed)
    .map(({ candidate }) => candidate)
  return testRate(parts, ({ missing }) => missing, missingRates)
}

/**
 * Whether it fails for too many of the visitors that stable had none beside. In a small product
 * there are many short times without stable visitors, so each next one has to show more: otherwise
 * one of them would be strong by chance.
 */
function testFailing(groups: Group[]): Level {
  let level: Level = { now: 1, highest: 1 }
  let times = 0
  for (const { alone } of groups) {
    if (alone.every(({ visitors }) => visitors === 0)) continue
    times += 1
    const weight = 1 / (times * (times + 1))
    const { now, highest } = testRate(
      alone,
      ({ failed, missing }) => failed + missing,
      failingRates,
    )
    level = { now: now * weight, highest: Math.max(level.highest, highest * weight) }
  }
  const last = groups.at(-1)
  const isAlone = last !== undefined && last.candidate.visitors > 0 && last.stable.visitors === 0
  return isAlone ? level : { ...level, now: 1 }
}

/** The mean of the likelihood ratios of some bad rates against the one that is allowed. */
function testRate(
  parts: ArmVisitors[],
  failedOf: (arm: ArmVisitors) => number,
  { allowed, bad }: { allowed: number; bad: number[] },
): Level {
  const rates = bad.map((rate) => ({ rate, log: 0 }))
  let level: Level = { now: 1, highest: 1 }
  for (const part of parts) {
    const failed = failedOf(part)
    const good = part.visitors - failed
    for (const one of rates) {
      const { rate } = one
      one.log += failed * Math.log(rate / allowed)
      // Without this question none of 100 % would be no number.
      if (good > 0) one.log += good * Math.log((1 - rate) / (1 - allowed))
    }
    level = raise(level, meanOf(rates.map(({ log }) => log)))
  }
  return level
}

const meanOf = (logs: number[]): number =>
  Math.min(logs.reduce((sum, log) => sum + Math.exp(log), 0) / logs.length, maxEvidence)

const raise = ({ highest }: Level, now: number): Level => ({
  now,
  highest: Math.max(now, highest),
})
