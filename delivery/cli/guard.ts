import type { AppRow } from '../rollouts/answers.ts'
import type { Decision } from '../rollouts/channel.ts'
import type { ArmFigures, Figures } from '../rollouts/figures.ts'
import { ended } from '../rollouts/guard.ts'
import type { Judgement } from '../rollouts/signal.ts'
import { formatMoment, table } from './output.ts'

/** The visitors that the guard judges by, and its judgement. */
export function describeGuard({ channel, signals }: Pick<AppRow, 'channel' | 'signals'>): string[] {
  const { decision, candidate, isObserved } = channel
  const [signal] = signals
  if (candidate !== null && signal?.judgement !== undefined) {
    const visitors = signal.figures === undefined ? [] : ['', visitorTable(signal.figures)]
    return [...visitors, describeJudgement(signal.judgement, isObserved)]
  }
  return decision === null ? [] : [describeDecision(decision, candidate !== null)]
}

function visitorTable({ candidate, stable }: Figures): string {
  const rows = [['candidate', ...cellsOf(candidate)]]
  if (stable !== null) rows.push(['stable', ...cellsOf(stable)])
  return table(['visitors', 'counted', 'failed', 'files missing', 'silent', 'left'], rows)
}

const cellsOf = ({ visitors, failed, filesMissing, silent, left }: ArmFigures): string[] =>
  [visitors, failed, filesMissing, silent, left].map(String)

function describeJudgement({ verdict, reason }: Judgement, isObserved: boolean): string {
  if (verdict === 'grow')
    return `The share may grow.${isObserved ? ' The guard only observes.' : ''}`
  const does = isObserved ? observedWords[verdict] : words[verdict]
  return `The guard ${does}: ${ended(reason)}`
}

type Refusing = Exclude<Judgement['verdict'], 'grow'>

const words: Record<Refusing, string> = {
  stop: 'takes it back',
  hold: 'holds',
  wait: 'waits',
}

const observedWords: Record<Refusing, string> = {
  stop: 'would take it back, but only observes',
  hold: 'would hold, but only observes',
  wait: 'waits, and only observes',
}

/** What the guard decided last, in a sentence. A candidate that it stopped is there no more. */
export function describeDecision(
  { version, verdict, reason, at }: Decision,
  isUnderWay: boolean,
): string {
  const moment = formatMoment(at)
  if (verdict === 'hold') return `The guard held ${version} on ${moment}: ${ended(reason)}`
  return isUnderWay
    ? `The guard, which only observes, would have taken ${version} back on ${moment}: ${ended(reason)}`
    : `The guard took ${version} back on ${moment}: ${ended(reason)}`
}

/** Whether the guard keeps the share of a candidate from growing. */
export function isHeld({ channel, signals }: Pick<AppRow, 'channel' | 'signals'>): boolean {
  const verdict = signals[0]?.judgement?.verdict ?? channel.decision?.verdict
  return verdict === 'hold' || verdict === 'stop'
}
