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
const riskRatios = [1.5, 2, 3, 5, 10, 30, 100].map((ratio) => ({ ratio, log: Math.log(ratio) }))

/** More visitors than this part may not lose files, and what a bad candidate may lose. */
const missingRates = ratesAgainst(0.05, [0.1, 0.2, 0.4, 0.7, 1])

/** The same of failures, where there is no stable release to compare with. */
const failingRates = ratesAgainst(0.2, [0.3, 0.4, 0.6, 0.8, 1])

/** JSON knows no infinity. */
const maxEvidence = 1e9

/**
 * What speaks against the candidate, from the minutes of a rollout, oldest first. It may be looked at
 * after every minute, and the share may change: the chance that one of the numbers ever reaches E
 * without a reason is at most 1 / E.
 */
export const evidenceOver = (minutes: ArmMinutes[]): Evidence =>
  evidenceByMinute(minutes).at(-1) ?? noEvidence

/** The same as it was after each of the minutes. */
export function evidenceByMinute(minutes: ArmMinutes[]): Evidence[] {
  // Nobody knows whether a silent page failed, so it is judged by itself.
  const reported = groupMinutes(
    minutes.map(({ candidate, stable }) => ({
      candidate: withoutSilent(candidate),
      stable: withoutSilent(stable),
    })),
  )
  const worse = compareArms(reported, ({ failed }) => failed)
  const filesMissing = testMissing(reported)
  const failing = testFailing(reported)
  const silent = compareArms(groupMinutes(minutes), ({ failed, silent: hung }) => failed + hung)
  return minutes.map((_, index) => ({
    worse: worse[index] ?? none,
    filesMissing: filesMissing[index] ?? none,
    failing: failing[index] ?? none,
    silent: silent[index] ?? none,
  }))
}

const none: Level = { now: 1, highest: 1 }

/** Of a rollout without visitors. */
export const noEvidence: Evidence = {
  worse: none,
  filesMissing: none,
  failing: none,
  silent: none,
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

/**
 * A minute, and the minutes before it that are compared with it as one: until both arms have a
 * visitor.
 */
interface Grouped {
  minute: ArmMinutes
  /** The sum of them, with this minute. */
  group: ArmMinutes
  isFirst: boolean
  /** Whether both arms have a visitor, so that the next minute begins a group. */
  isComplete: boolean
}

/** Groups minutes by their visitors alone: if it depended on failures, they would not be comparable. */
function groupMinutes(minutes: ArmMinutes[]): Grouped[] {
  let isFirst = true
  let group: ArmMinutes = { candidate: nobody, stable: nobody }
  return minutes.map((minute) => {
    group = isFirst
      ? minute
      : {
          candidate: addVisitors(group.candidate, minute.candidate),
          stable: addVisitors(group.stable, minute.stable),
        }
    const isComplete = group.candidate.visitors > 0 && group.stable.visitors > 0
    const grouped = { minute, group, isFirst, isComplete }
    isFirst = isComplete
    return grouped
  })
}

/** No visitor at all. */
export const nobody: ArmVisitors = { visitors: 0, failed: 0, missing: 0, silent: 0 }

/** The visitors of two parts together. */
export const addVisitors = (one: ArmVisitors, other: ArmVisitors): ArmVisitors => ({
  visitors: one.visitors + other.visitors,
  failed: one.failed + other.failed,
  missing: one.missing + other.missing,
  silent: one.silent + other.silent,
})

/** The mean of the likelihood ratios of some risk ratios, given how many of both arms failed. */
function compareArms(minutes: Grouped[], failedOf: (arm: ArmVisitors) => number): Level[] {
  let logs = riskRatios.map(() => 0)
  let level = none
  return minutes.map(({ group: { candidate, stable }, isComplete }) => {
    if (!isComplete) return level
    const share = candidate.visitors / (candidate.visitors + stable.visitors)
    const failed = failedOf(candidate)
    const all = failed + failedOf(stable)
    logs = riskRatios.map(
      ({ ratio, log }, index) =>
        (logs[index] ?? 0) + failed * log - all * Math.log(share * ratio + 1 - share),
    )
    level = raise(level, meanOf(logs))
    return level
  })
}

/** Whether too many visitors lose files; while stable loses some as well, it is an outage. */
function testMissing(minutes: Grouped[]): Level[] {
  let rates = startRates(missingRates)
  return minutes.map(({ group: { candidate, stable }, isComplete }) => {
    const isOutage = stable.missing > stable.visitors * missingRates.allowed
    const after = isOutage ? rates : testVisitors(rates, candidate.visitors, candidate.missing)
    // What is not complete yet is counted anew with the next minute.
    if (isComplete) rates = after
    return after.level
  })
}

/**
 * Whether it fails for too many of the visitors that stable had none beside. In a small product
 * there are many short times without stable visitors, so each next one has to show more: otherwise
 * one of them would be strong by chance.
 */
function testFailing(minutes: Grouped[]): Level[] {
  let alone = startRates(failingRates)
  let times = 0
  let highest = 1
  return minutes.map(({ minute, group, isFirst }) => {
    const { visitors, failed, missing } = minute.candidate
    if (isFirst) alone = startRates(failingRates)
    if (group.stable.visitors > 0 || group.candidate.visitors === 0) return { now: 1, highest }
    const isFirstVisitor = group.candidate.visitors === visitors
    if (isFirstVisitor) times += 1
    alone = testVisitors(alone, visitors, failed + missing)
    const weight = 1 / (times * (times + 1))
    highest = Math.max(highest, alone.level.highest * weight)
    return { now: alone.level.now * weight, highest }
  })
}

/** The rate of failures that is allowed, and some bad ones. */
interface Rates {
  allowed: number
  /** How much more likely a bad rate makes a visitor who failed, or did not; as logarithms. */
  bad: { failed: number; good: number }[]
}

function ratesAgainst(allowed: number, bad: number[]): Rates {
  return {
    allowed,
    bad: bad.map((rate) => ({
      failed: Math.log(rate / allowed),
      good: Math.log((1 - rate) / (1 - allowed)),
    })),
  }
}

/** The mean of the likelihood ratios of bad rates, visitor by visitor. */
interface RateTest {
  rates: Rates
  logs: number[]
  level: Level
}

const startRates = (rates: Rates): RateTest => ({ rates, logs: [], level: none })

function testVisitors(test: RateTest, visitors: number, failed: number): RateTest {
  if (visitors === 0) return test
  const { rates, logs, level } = test
  const good = visitors - failed
  const next = rates.bad.map((rate, index) => {
    const log = (logs[index] ?? 0) + failed * rate.failed
    // Without this question none of 100 % would be no number.
    return good > 0 ? log + good * rate.good : log
  })
  return { rates, logs: next, level: raise(level, meanOf(next)) }
}

const meanOf = (logs: number[]): number =>
  Math.min(logs.reduce((sum, log) => sum + Math.exp(log), 0) / logs.length, maxEvidence)

const raise = ({ highest }: Level, now: number): Level => ({
  now,
  highest: Math.max(now, highest),
})
