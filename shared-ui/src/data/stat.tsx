import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import type { ReactNode } from 'react'

import { useFormats } from '../intl/formats.ts'
import { useWords } from '../intl/words/words.ts'
import { classNames } from '../styles/class-names.ts'
import styles from './stat.module.css'

interface StatProps {
  label: string
  value: ReactNode
  /** The relative change: 0.12 for 12 % more. */
  delta?: number
  /** Whether the value is a share; its delta is then the difference: 0.12 for 12 points more. */
  isShare?: boolean
  /** What it is compared with: `than last week`. */
  since?: string
  /** Whether less is better, as with waiting times. */
  isLessBetter?: boolean
  hint?: ReactNode
}

/** One figure and its change. */
export function Stat(props: StatProps) {
  const { label, value, delta, since = '', isShare = false, isLessBetter = false, hint } = props
  return (
    <div className={styles['stat']}>
      <p className={styles['label']}>{label}</p>
      <p className={styles['value']}>{value}</p>
      {delta !== undefined && <Delta {...{ delta, since, isShare, isLessBetter }} />}
      {hint !== undefined && <p className={styles['hint']}>{hint}</p>}
    </div>
  )
}

/** Figures side by side. */
export const Stats = ({ children }: { children: ReactNode }) => (
  <div className={styles['stats']}>{children}</div>
)

interface DeltaProps {
  delta: number
  since: string
  isShare: boolean
  isLessBetter: boolean
}

function Delta({ delta, since, isShare, isLessBetter }: DeltaProps) {
  const formats = useFormats()
  const say = useWords()
  const direction = delta > 0 ? 'up' : delta < 0 ? 'down' : 'same'
  const Arrow = { up: ArrowUpRight, down: ArrowDownRight, same: Minus }[direction]
  const isGood = delta !== 0 && delta > 0 !== isLessBetter
  const size = Math.abs(delta)
  // A share of a share would be read as the difference.
  const amount = isShare ? say('points', { count: Math.round(size * 100) }) : formats.percent(size)
  return (
    <p
      className={classNames(styles['delta'], delta !== 0 && styles[isGood ? 'good' : 'bad'])}
      aria-label={say('change', { direction, amount: delta === 0 ? '' : amount, since })}
      role="img"
    >
      <Arrow size={14} aria-hidden="true" />
      <span>{amount}</span>
      <span className={styles['since']}>{since}</span>
    </p>
  )
}
