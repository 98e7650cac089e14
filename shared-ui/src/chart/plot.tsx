import {
  type KeyboardEvent,
  type PointerEvent,
  type RefCallback,
  useCallback,
  useState,
} from 'react'

import { useSettings } from '../intl/document-settings.ts'
import styles from './chart.module.css'
import { Lines, type DrawingProps } from './lines.tsx'
import { linearPosition, ticks, type Scale } from './scale.ts'
import { type Marks, type Series, seriesColor } from './series.ts'

interface PlotProps {
  title: string
  kind: 'bars' | 'lines'
  labels: readonly string[]
  series: readonly Series[]
  scale: Scale | undefined
  limit: number | undefined
  marks: Marks | undefined
  formatValue: (value: number | null | undefined) => string
}

const plotHeight = 220
const axisWidth = 44
const labelHeight = 24
const minLabelWidth = 64
const letterWidth = 7

/** The drawing; arrow keys walk from column to column, and each is announced. */
export function Plot(props: PlotProps) {
  const { title, kind, labels, series, scale, limit, marks, formatValue } = props
  const { ref, width } = useWidth()
  const { direction } = useSettings()
  const [active, setActive] = useState<number>()
  const isRtl = direction === 'rtl'
  const values = labels.flatMap((_label, at) => valuesAt(series, at, kind))
  const shown = limit === undefined ? values : [limit, ...values]
  const tickValues = scale?.ticks(shown) ?? ticks(Math.max(...shown, 0))
  const position = scale?.position ?? linearPosition
  const inner = { width: Math.max(0, width - axisWidth), height: plotHeight - labelHeight - 8 }
  const band = labels.length === 0 ? 0 : inner.width / labels.length
  const x = (at: number) => (isRtl ? inner.width - (at + 1) * band : axisWidth + at * band)
  const y = (value: number) => 8 + inner.height * (1 - position(value, tickValues))
  const labelWidth = Math.max(minLabelWidth, ...labels.map(({ length }) => length * letterWidth))
  const labelEvery = labelStep(labels.length, Math.max(1, inner.width / labelWidth))
  const handlePointer = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const from = isRtl ? inner.width - (clientX - box.left) : clientX - box.left - axisWidth
    const at = Math.floor(from / band)
    setActive(at >= 0 && at < labels.length ? at : undefined)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = activeAfterKey(event.key, active, labels.length, isRtl)
    if (to === active) return
    event.preventDefault()
    setActive(to)
  }
  const announcement = active === undefined ? '' : describe(active, props)
  return (
    <div className={styles['plot']}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see its keys */}
      <div
        ref={ref}
        role="group"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys walk through it
        tabIndex={0}
        aria-label={title}
        className={styles['stage']}
        onPointerMove={handlePointer}
        onPointerDown={handlePointer}
        onPointerLeave={() => setActive(undefined)}
        onKeyDown={handleKeyDown}
        onBlur={() => setActive(undefined)}
      >
        <svg width={width} height={plotHeight} aria-hidden="true">
          {tickValues.map((step) => (
            <g key={step}>
              <line
                x1={isRtl ? 0 : axisWidth}
                x2={isRtl ? inner.width : width}
                y1={y(step)}
                y2={y(step)}
                className={styles['grid']}
              />
              <text
                x={isRtl ? inner.width + 8 : axisWidth - 8}
                y={y(step) + 4}
                className={isRtl ? styles['tickEnd'] : styles['tick']}
              >
                {formatValue(step)}
              </text>
            </g>
          ))}
          {active !== undefined && (
            <rect
              x={x(active)}
              y={8}
              width={band}
              height={inner.height}
              className={styles['active']}
            />
          )}
          {[...(marks?.texts.keys() ?? [])].map((at) => (
            <path
              key={at}
              d={`M${x(at) + band / 2} 8v${inner.height}`}
              className={styles['mark']}
            />
          ))}
          {limit !== undefined && (
            <path
              d={`M${isRtl ? 0 : axisWidth} ${y(limit)}h${inner.width}`}
              className={styles['limit']}
            />
          )}
          {kind === 'bars' ? (
            <Bars {...{ series, x, y, band }} />
          ) : (
            <Lines {...{ series, x, y, band, active }} />
          )}
          {labels.map(
            (label, at) =>
              at % labelEvery === 0 && (
                <text
                  // eslint-disable-next-line react/no-array-index-key -- two times may be written alike
                  key={at}
                  x={x(at) + band / 2}
                  y={plotHeight - 4}
                  className={styles['label']}
                >
                  {label}
                </text>
              ),
          )}
        </svg>
      </div>
      {active !== undefined && (
        <div
          className={styles['bubble']}
          style={{ left: Math.min(Math.max(x(active) + band / 2, 80), Math.max(80, width - 80)) }}
        >
          <strong>{labels[active]}</strong>
          {series.map((one, index) => (
            <span key={one.name} className={styles['line']}>
              <span className={styles['swatch']} style={{ background: seriesColor(one, index) }} />
              <span>{one.name}</span>
              <span className={styles['number']}>{formatValue(one.values[active])}</span>
            </span>
          ))}
          {marks?.texts.has(active) === true && <span>{marks.texts.get(active)}</span>}
        </div>
      )}
      <p aria-live="polite" className={styles['spoken']}>
        {announcement}
      </p>
    </div>
  )
}

/** The values of a column that need room; bars stand on each other. */
function valuesAt(series: readonly Series[], at: number, kind: 'bars' | 'lines'): number[] {
  if (kind === 'bars') return [series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)]
  return series.flatMap(({ values }) => values[at] ?? [])
}

function activeAfterKey(key: string, from: number | undefined, count: number, isRtl: boolean) {
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'Escape') return undefined
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[key]
  if (step === undefined) return from
  if (from === undefined) return step > 0 ? 0 : last
  return Math.min(last, Math.max(0, from + step))
}

function describe(at: number, { labels, series, marks, formatValue }: PlotProps): string {
  const values = series.map(({ name, values: all }) => `${name} ${formatValue(all[at])}`)
  return `${labels[at]}: ${[...values, marks?.texts.get(at)].filter(Boolean).join(', ')}`
}

const maxBarWidth = 36

/** Stacked bars, in the order of the series. */
function Bars({ series, x, y, band }: DrawingProps) {
  const width = Math.max(1, Math.min(maxBarWidth, band * 0.7))
  const count = series[0]?.values.length ?? 0
  return Array.from({ length: count }, (_, at) => {
    let below = 0
    const last = series.findLastIndex(({ values }) => (values[at] ?? 0) > 0)
    return (
      <g key={at}>
        {series.map((one, index) => {
          const value = one.values[at] ?? 0
          const [from, to] = [y(below), y(below + value)]
          below += value
          if (value === 0) return null
          const box = { left: x(at) + (band - width) / 2, top: to, width, height: from - to }
          return (
            <path
              key={one.name}
              d={index === last ? roundedTop(box) : square(box)}
              style={{ fill: seriesColor(one, index) }}
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

/** Every how many labels one is shown, so that about `room` of them fit. */
const labelStep = (count: number, room: number): number => Math.max(1, Math.ceil(count / room))

const widthWithoutLayout = 600

/** The width of an element, updated when it changes. */
function useWidth(): { ref: RefCallback<HTMLElement>; width: number } {
  const [width, setWidth] = useState(widthWithoutLayout)
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(entry.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, width }
}
