import type { Place } from '@errand/shared-ui'

import styles from './underlays.module.css'
import type { Interval } from './wilson.ts'

interface MarkLinesProps {
  place: Place
  /** The columns in which something was decided. */
  at: readonly number[]
}

/** Decisions, as upright lines. */
export const MarkLines = ({ place: { x, height }, at }: MarkLinesProps) =>
  at.map((column) => (
    <line
      key={column}
      x1={x(column)}
      x2={x(column)}
      y1={8}
      y2={8 + height}
      className={styles['mark']}
    />
  ))

/** A value that means something, as a line across. */
export const LimitLine = ({
  place: { left, width, y },
  value,
}: {
  place: Place
  value: number
}) => <line x1={left} x2={left + width} y1={y(value)} y2={y(value)} className={styles['limit']} />

interface IntervalAreaProps {
  place: Place
  intervals: readonly (Interval | null)[]
  /** The position of its series, whose colour it has. */
  index: number
}

/** Between which values the true ones of a series are. */
export function IntervalArea({ place: { x, y }, intervals, index }: IntervalAreaProps) {
  const edgeOf = (side: keyof Interval) =>
    intervals.flatMap((interval, at) => (interval ? `${x(at)} ${y(interval[side])}` : []))
  const edge = [...edgeOf('low'), ...edgeOf('high').toReversed()]
  if (edge.length === 0) return null
  const fill = `var(--series-${index + 1})`
  return <path d={`M${edge.join('L')}Z`} className={styles['interval']} style={{ fill }} />
}
