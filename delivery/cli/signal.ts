import type { ErrorRow } from '../rollouts/answers.ts'
import type { FailureKind } from '../rollouts/exposure.ts'
import type { ArmCounts, Signal } from '../rollouts/signal.ts'
import { formatMoment, table } from './output.ts'

/** Why pages failed. */
const kindWords: Record<FailureKind | 'other', string> = {
  import: 'its code threw while it was loaded',
  integrity: 'a file had another hash',
  chunk: 'a file did not arrive',
  render: 'a page threw',
  blank: 'a page was empty',
  waiting: 'a page loaded for ever',
  timeout: 'its code neither arrived nor failed',
  'safe-mode': 'it had failed three times in this browser',
  other: 'for another reason',
}

const periodWords: Record<Signal['period'], string> = {
  rollout: 'since its rollout began',
  hour: 'last hour',
  day: 'last day',
}

/** What became of the pages that an app's releases were given; nothing if there were none. */
export function describeSignals(signals: Signal[]): string[] {
  const rows = signals.flatMap((signal) => signal.arms.map((arm) => ({ signal, arm })))
  const last = signals.at(-1)
  const isRollout = last?.period === 'rollout'
  if (!isRollout && rows.every(({ arm }) => arm.exposures === 0)) return []
  const shown = table(
    [
      'pages',
      'release',
      'given',
      'ready',
      'failed',
      'silent',
      'fallbacks',
      'later',
      'left',
      'median',
      '95 %',
    ],
    rows.map(({ signal, arm }) => [
      isRollout ? arm.arm : periodWords[signal.period],
      ...cellsOf(arm),
    ]),
  )
  // The longest time has all failures of the others.
  const failures = last?.arms.flatMap((arm) => describeFailures(arm)) ?? []
  return [shown, ...failures]
}

const cellsOf = (arm: ArmCounts): string[] => [
  arm.version,
  String(arm.exposures),
  showPart(arm.ready, arm.exposures - arm.left),
  ...[arm.failed, arm.silent, arm.fallbacks, arm.failedLater, arm.left].map(String),
  showTime(arm.medianMs),
  showTime(arm.p95Ms),
]

function showPart(part: number, all: number): string {
  if (all === 0) return '–'
  // Rounded down: 100 % are all.
  return `${Math.floor((part * 1000) / all) / 10} %`
}

function showTime(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}

function describeFailures({ version, failedByKind, failedLaterByKind }: ArmCounts): string[] {
  const lines = [
    [`${version} failed`, failedByKind],
    [`${version} failed after it was ready`, failedLaterByKind],
  ] as const
  return lines
    .filter(([, kinds]) => Object.keys(kinds).length > 0)
    .map(([what, kinds]) => `${what}: ${describeKinds(kinds)}.`)
}

const describeKinds = (kinds: Record<string, number>): string =>
  Object.entries(kinds)
    .toSorted(([, one], [, other]) => other - one)
    .map(([kind, count]) => `${count} × ${wordOf(kind)}`)
    .join(', ')

/** A newer registry may know more kinds. */
const wordOf = (kind: string): string => new Map(Object.entries(kindWords)).get(kind) ?? kind

/** The place in the source, or else in the built file. */
function describePlace({ source, file, line, column }: ErrorRow): string {
  if (source !== null) return `${source.file}:${source.line}`
  return file === '' ? '–' : `${file}:${line}:${column}`
}

/** Errors, one in a line. */
export const errorTable = (errors: ErrorRow[]): string =>
  table(
    ['pages', 'release', 'error', 'where', 'first', 'last'],
    errors.map((row) => [
      String(row.count),
      row.version,
      row.message,
      describePlace(row),
      formatMoment(row.firstAt),
      formatMoment(row.lastAt),
    ]),
  )
