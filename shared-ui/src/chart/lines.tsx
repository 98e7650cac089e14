import styles from './chart.module.css'
import type { Series } from './chart.tsx'
import { seriesColor } from './series-color.ts'

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

/** A line for each series, with a point at the active column. */
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
    const points = values.flatMap((value, at) =>
      value === null ? [] : `${x(at) + band / 2} ${y(value)}`,
    )
    const value = active === undefined ? null : values[active]
    return (
      <g key={name} style={{ stroke: colour, fill: colour }}>
        <path
          d={points.length === 0 ? '' : `M${points.join('L')}`}
          className={styles['curve']}
          strokeDasharray={dashes[index % dashes.length]}
        />
        {active !== undefined && typeof value === 'number' && (
          <circle cx={x(active) + band / 2} cy={y(value)} r="4" />
        )}
      </g>
    )
  })
}
