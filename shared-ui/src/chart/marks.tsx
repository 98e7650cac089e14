import type { Series } from './chart.tsx'
import styles from './chart.module.css'

interface MarksProps {
  series: readonly Series[]
  /** Where the column of a label begins, and the height of a value. */
  x: (at: number) => number
  y: (value: number) => number
  band: number
}

const widestBar = 36

/** Bars stacked upon each other, in the order of the series. */
export function Bars({ series, x, y, band }: MarksProps) {
  const width = Math.max(1, Math.min(widestBar, band * 0.7))
  const count = series[0]?.values.length ?? 0
  return Array.from({ length: count }, (_, at) => {
    let below = 0
    const last = series.findLastIndex(({ values }) => (values[at] ?? 0) > 0)
    return (
      <g key={at}>
        {series.map(({ name, values }, index) => {
          const value = values[at] ?? 0
          const [from, to] = [y(below), y(below + value)]
          below += value
          if (value === 0) return null
          const box = { left: x(at) + (band - width) / 2, top: to, width, height: from - to }
          return (
            <path
              key={name}
              d={index === last ? roundedTop(box) : square(box)}
              style={{ fill: `var(--series-${index + 1})` }}
            />
          )
        })}
      </g>
    )
  })
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

const square = ({ left, top, width, height }: Box): string =>
  `M${left} ${top}h${width}v${height}h${-width}Z`

function roundedTop({ left, top, width, height }: Box): string {
  const r = Math.min(3, width / 2, height)
  return `M${left} ${top + height}v${r - height}q0 ${-r} ${r} ${-r}h${width - 2 * r}q${r} 0 ${r} ${r}v${height - r}Z`
}

/** A line for each series, with a point where one looks. */
export function Lines({ series, x, y, band, active }: MarksProps & { active: number | undefined }) {
  return series.map(({ name, values }, index) => {
    const colour = `var(--series-${index + 1})`
    const points = values.map((value, at) => `${x(at) + band / 2} ${y(value)}`)
    return (
      <g key={name} style={{ stroke: colour, fill: colour }}>
        <path d={`M${points.join('L')}`} className={styles['curve']} />
        {active !== undefined && (
          <circle cx={x(active) + band / 2} cy={y(values[active] ?? 0)} r="4" />
        )}
      </g>
    )
  })
}
