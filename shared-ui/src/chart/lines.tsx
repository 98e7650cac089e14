import styles from './chart.module.css'
import { type Series, seriesColor } from './series.ts'

/** What is drawn, and where. */
export interface DrawingProps {
  series: readonly Series[]
  /** The left edge of a label's column, and the height of a value. */
  x: (at: number) => number
  y: (value: number) => number
  band: number
}

/** Each later line is drawn with gaps, through which an equal one below it is seen. */
const dashes = [undefined, '6 6', '2 6', '10 6', '2 10']

/** A line for each series, with its intervals below it and a dot at the active column. */
export function Lines({
  series,
  x,
  y,
  band,
  active,
}: DrawingProps & { active: number | undefined }) {
  return series.map((one, index) => {
    const { name, values } = one
    const colour = seriesColor(one, index)
    const interval = intervalPath(one, (at) => x(at) + band / 2, y)
    const points = values.flatMap((value, at) =>
      value === null ? [] : [{ at, left: x(at) + band / 2, top: y(value) }],
    )
    // A single value makes no line.
    const dots = points.filter(({ at }) => at === active || points.length === 1)
    return (
      <g key={name} style={{ stroke: colour, fill: colour }}>
        {interval !== undefined && <path d={interval} className={styles['interval']} />}
        <path
          d={points.map(({ left, top }, at) => `${at === 0 ? 'M' : 'L'}${left} ${top}`).join('')}
          className={styles['curve']}
          strokeDasharray={dashes[index % dashes.length]}
        />
        {dots.map(({ at, left, top }) => (
          <circle key={at} cx={left} cy={top} r="4" />
        ))}
      </g>
    )
  })
}

/** The area between the lowest and the highest values of a series. */
function intervalPath(
  { intervals = [] }: Series,
  x: (at: number) => number,
  y: (value: number) => number,
): string | undefined {
  const edgeOf = (side: 0 | 1) =>
    intervals.flatMap((interval, at) => (interval ? `${x(at)} ${y(interval[side])}` : []))
  const edge = [...edgeOf(0), ...edgeOf(1).toReversed()]
  return edge.length === 0 ? undefined : `M${edge.join('L')}Z`
}
