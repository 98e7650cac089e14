import { useState, type KeyboardEvent, type PointerEvent } from 'react'

import { useSettings } from '../intl/document-settings.ts'
import styles from './chart.module.css'
import { Bars, Lines } from './marks.tsx'
import type { Series } from './chart.tsx'
import { everyNth, ticks } from './scale.ts'
import { useWidth } from './use-width.ts'

interface PlotProps {
  title: string
  kind: 'bars' | 'lines'
  labels: readonly string[]
  series: readonly Series[]
  formatValue: (value: number) => string
  height: number
}

const axisWidth = 44
const labelHeight = 24
const labelRoom = 64

/** The drawing itself; arrow keys walk from column to column, and each is said. */
export function Plot({ title, kind, labels, series, formatValue, height }: PlotProps) {
  const { ref, width } = useWidth()
  const { direction } = useSettings()
  const [active, setActive] = useState<number>()
  const isRtl = direction === 'rtl'
  const sums = labels.map((_label, at) => sumAt(series, at, kind))
  const steps = ticks(Math.max(0, ...sums))
  const top = steps.at(-1) ?? 1
  const inner = { width: Math.max(0, width - axisWidth), height: height - labelHeight - 8 }
  const band = labels.length === 0 ? 0 : inner.width / labels.length
  const x = (at: number) => (isRtl ? inner.width - (at + 1) * band : axisWidth + at * band)
  const y = (value: number) => 8 + inner.height * (1 - value / top)
  const nth = everyNth(labels.length, Math.max(1, inner.width / labelRoom))
  const handlePointer = ({ clientX, currentTarget }: PointerEvent) => {
    const box = currentTarget.getBoundingClientRect()
    const from = isRtl ? inner.width - (clientX - box.left) : clientX - box.left - axisWidth
    const at = Math.floor(from / band)
    setActive(at >= 0 && at < labels.length ? at : undefined)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const to = walked(event.key, active, labels.length, isRtl)
    if (to === active) return
    event.preventDefault()
    setActive(to)
  }
  const spoken = active === undefined ? '' : describe(active, { labels, series, formatValue })
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
        <svg width={width} height={height} aria-hidden="true">
          {steps.map((step) => (
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
          {kind === 'bars' ? (
            <Bars {...{ series, x, y, band }} />
          ) : (
            <Lines {...{ series, x, y, band, active }} />
          )}
          {labels.map(
            (label, at) =>
              at % nth === 0 && (
                <text key={label} x={x(at) + band / 2} y={height - 4} className={styles['label']}>
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
          {series.map(({ name, values }, index) => (
            <span key={name} className={styles['line']}>
              <span
                className={styles['swatch']}
                style={{ background: `var(--series-${index + 1})` }}
              />
              <span>{name}</span>
              <span className={styles['number']}>{formatValue(values[active] ?? 0)}</span>
            </span>
          ))}
        </div>
      )}
      <p aria-live="polite" className={styles['spoken']}>
        {spoken}
      </p>
    </div>
  )
}

function sumAt(series: readonly Series[], at: number, kind: 'bars' | 'lines'): number {
  const values = series.map((one) => one.values[at] ?? 0)
  if (kind === 'lines') return Math.max(0, ...values)
  return values.reduce((sum, value) => sum + value, 0)
}

function walked(key: string, from: number | undefined, count: number, isRtl: boolean) {
  const last = count - 1
  if (key === 'Home') return 0
  if (key === 'End') return last
  if (key === 'Escape') return undefined
  const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[key]
  if (step === undefined) return from
  if (from === undefined) return step > 0 ? 0 : last
  return Math.min(last, Math.max(0, from + step))
}

function describe(
  at: number,
  { labels, series, formatValue }: Pick<PlotProps, 'labels' | 'series' | 'formatValue'>,
): string {
  const values = series.map(({ name, values: all }) => `${name} ${formatValue(all[at] ?? 0)}`)
  return `${labels[at]}: ${values.join(', ')}`
}
