import { fullWeight, showShare, type Channel } from './channel.ts'
import { strongEvidence, visitorsNeeded } from './evidence.ts'
import type { ArmFigures, Figures, Level } from './figures.ts'
import type { Judgement } from './signal.ts'

/** A chi-square above it has p < 0.001, with one degree of freedom. */
const rareChiSquare = 10.83
const minDrawn = 8

const minSilentVisitors = 20
const maxSilentShare = 0.4
const maxLeftMore = 0.1
/** As many as have to be expected in each arm, or the test says nothing. */
const minLeft = 5

const minWarmPages = 50
const maxSlowdown = 1.2

/** What the guard judges: the figures of a rollout, and what is known of the rollout itself. */
interface Given {
  figures: Figures
  channel: Pick<Channel, 'weight'>
  /** Whether every visitor who was drawn can be given the candidate, as it fits the stable host. */
  isShareComparable: boolean
}

interface Rule extends Omit<Judgement, 'reason'> {
  /** The sentence with the figures, if the rule applies. */
  reasonOf: (given: Given) => string | undefined
}

/** The first one that applies decides: a small sample is no reason to keep a release that fails. */
const rules: Rule[] = [
  { verdict: 'stop', rule: 'worse', reasonOf: describeWorse },
  { verdict: 'stop', rule: 'files-missing', reasonOf: describeFilesMissing },
  { verdict: 'stop', rule: 'failing', reasonOf: describeFailing },
  { verdict: 'hold', rule: 'strangers', reasonOf: describeStrangers },
  { verdict: 'hold', rule: 'silent', reasonOf: describeSilent },
  { verdict: 'hold', rule: 'mismatch', reasonOf: describeMismatch },
  { verdict: 'hold', rule: 'left', reasonOf: describeLeft },
  { verdict: 'hold', rule: 'slow', reasonOf: describeSlow },
  { verdict: 'wait', rule: 'late', reasonOf: describeLate },
  { verdict: 'wait', rule: 'sample', reasonOf: describeSample },
]

/** What the guard makes of a rollout: take it back, hold it, wait for visitors, or let it grow. */
export function judge(
  figures: Figures,
  channel: Pick<Channel, 'weight'>,
  { isShareComparable }: Pick<Given, 'isShareComparable'>,
): Judgement {
  for (const { verdict, rule, reasonOf } of rules) {
    const reason = reasonOf({ figures, channel, isShareComparable })
    if (reason !== undefined) return { verdict, rule, reason }
  }
  return { verdict: 'grow', rule: 'clear', reason: describeClear(figures.candidate) }
}

/** Whether enough is known for a larger share, whatever it says of the candidate. */
export const isSampled = (figures: Figures): boolean =>
  describeLate({ figures }) === undefined && describeSample({ figures }) === undefined

/** The visitors whose page said how it was. */
const answeredOf = ({ visitors, silent }: ArmFigures): number => visitors - silent

const brokenOf = ({ failed, filesMissing }: ArmFigures): number => failed + filesMissing

const isStrong = (evidence: number): boolean => evidence >= strongEvidence

const showEvidence = (evidence: number): string =>
  evidence > 9999 ? 'E over 9999' : `E ${Math.floor(evidence)}`

const pagesOf = (visitors: number): string =>
  visitors === 1 ? "visitor's page" : "visitors' pages"

/** ", of stable 0 of 16", if there is one. */
const ofStable = (stable: ArmFigures | null, part: (arm: ArmFigures) => string): string =>
  stable === null ? '' : `, of stable ${part(stable)}`

/** The highest so far: what it was while nobody looked counts too. */
const describeStrong = ({ highest }: Level, finding: string): string | undefined =>
  isStrong(highest) ? `${finding} (${showEvidence(highest)})` : undefined

function describeWorse({ figures: { candidate, stable, evidence } }: Given): string | undefined {
  const parts = (arm: ArmFigures) => `${arm.failed} of ${answeredOf(arm)}`
  const pages = pagesOf(answeredOf(candidate))
  const finding = `${parts(candidate)} ${pages} failed${ofStable(stable, parts)}`
  return describeStrong(evidence.worse, finding)
}

function describeFilesMissing({
  figures: { candidate, stable, evidence },
}: Given): string | undefined {
  const parts = (arm: ArmFigures) => `${arm.filesMissing} of ${answeredOf(arm)}`
  const finding = `${parts(candidate)} visitors' pages lacked files${ofStable(stable, parts)}`
  return describeStrong(evidence.filesMissing, finding)
}

function describeFailing({ figures: { candidate, evidence } }: Given): string | undefined {
  const parts = `${brokenOf(candidate)} of ${answeredOf(candidate)}`
  const finding = `${parts} visitors' pages failed, with no stable release beside it`
  return describeStrong(evidence.failing, finding)
}

/** Otherwise whoever has some networks could stop any release. */
function describeStrangers({
  figures: { candidate, stable, evidence },
}: Given): string | undefined {
  if (evidence.strangers === undefined) return undefined
  const parts = (arm: ArmFigures) => `${brokenOf(arm)} of ${answeredOf(arm)}`
  const finding = `${parts(candidate)} visitors' pages failed${ofStable(stable, parts)}, mostly for visitors who are not signed in`
  return describeStrong(evidence.strangers, finding)
}

function describeSilent({ figures: { candidate, stable, evidence } }: Given): string | undefined {
  // As it is now: reports that arrive late take it back.
  const { now } = evidence.silent
  if (!isStrong(now) && !isMostlySilent(candidate) && !(stable && isMostlySilent(stable)))
    return undefined
  const parts = (arm: ArmFigures) => `${arm.silent} of ${arm.visitors}`
  return `${parts(candidate)} ${pagesOf(candidate.visitors)} reported nothing for a minute${ofStable(stable, parts)} (${showEvidence(now)})`
}

/** Of either arm: where reports of stable are lost there is nothing to compare with. */
const isMostlySilent = ({ visitors, silent }: ArmFigures): boolean =>
  visitors >= minSilentVisitors && silent > maxSilentShare * visitors

function describeMismatch({
  figures: { candidate, stable },
  channel: { weight },
  isShareComparable,
}: Given): string | undefined {
  if (stable === null || !isShareComparable) return undefined
  const share = weight / fullWeight
  const drawn = candidate.drawn + stable.drawn
  const expected = [drawn * share, drawn * (1 - share)] as const
  if (Math.min(...expected) < minDrawn) return undefined
  const difference = (candidate.drawn - expected[0]) ** 2
  if (difference / expected[0] + difference / expected[1] <= rareChiSquare) return undefined
  return `${candidate.drawn} of ${drawn} visitors were given it, at a share of ${showShare(weight)}`
}

function describeLeft({ figures: { candidate, stable } }: Given): string | undefined {
  if (stable === null) return undefined
  const all = (arm: ArmFigures) => arm.visitors + arm.left
  const [own, others] = [all(candidate), all(stable)]
  if (own === 0 || others === 0) return undefined
  const more = candidate.left / own - stable.left / others
  const pooled = (candidate.left + stable.left) / (own + others)
  if (Math.min(own, others) * pooled < minLeft) return undefined
  const variance = pooled * (1 - pooled) * (1 / own + 1 / others)
  if (more < maxLeftMore || more ** 2 <= rareChiSquare * variance) return undefined
  const parts = (arm: ArmFigures) => `${arm.left} of ${all(arm)}`
  return `${parts(candidate)} visitors left before the page was ready${ofStable(stable, parts)}`
}

function describeSlow({ figures: { candidate, stable } }: Given): string | undefined {
  const [own, others] = [warmP75Of(candidate), stable && warmP75Of(stable)]
  if (own === null || others === null || own < maxSlowdown * others) return undefined
  return `75 % of its pages with files in the cache are ready within ${own} ms, of stable within ${others} ms`
}

const warmP75Of = ({ warmPages, warmP75Ms }: ArmFigures): number | null =>
  warmPages < minWarmPages ? null : warmP75Ms

function describeLate({ figures: { isLate = false } }: Pick<Given, 'figures'>): string | undefined {
  return isLate ? 'not every edge has reported in the last minute' : undefined
}

function describeSample({
  figures: { candidate, ofStep },
}: Pick<Given, 'figures'>): string | undefined {
  const answered = ofStep ?? answeredOf(candidate)
  const needed = visitorsNeeded(answered)
  if (needed === 0) return undefined
  const since = ofStep === undefined ? 'so far' : 'since this step of the plan began'
  return `${countVisitors(answered)} ${since}, and a larger share needs ${needed} more`
}

const countVisitors = (count: number): string => (count === 1 ? '1 visitor' : `${count} visitors`)

const describeClear = (candidate: ArmFigures): string =>
  `${answeredOf(candidate)} visitors, ${brokenOf(candidate) || 'none'} failed`

/** A sentence with its full stop, which it may have already. */
export const ended = (sentence: string): string =>
  sentence.endsWith('.') ? sentence : `${sentence}.`
