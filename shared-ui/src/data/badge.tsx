import type { ReactNode } from 'react'

import { classNames } from '../styles/class-names.ts'
import tones from '../styles/tones.module.css'
import styles from './badge.module.css'

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'

interface BadgeProps {
  tone?: Tone
  children: ReactNode
}

/** A state in a word; the colour repeats its meaning. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={classNames(styles['badge'], tones[tone])}>{children}</span>
}

/** A state as a dot and a word, quieter than a badge; for rows of a list. */
export function Status({ tone = 'neutral', children }: BadgeProps) {
  return (
    <span className={styles['status']}>
      <span className={classNames(styles['dot'], tones[tone])} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}

interface CountBadgeProps {
  count: number
  /** What is counted, in words: `3 unread`. */
  label: string
}

/** A count; hidden when it is zero. */
export function CountBadge({ count, label }: CountBadgeProps) {
  if (count === 0) return null
  return (
    <span className={styles['count']} role="img" aria-label={label}>
      {count > 99 ? '99+' : count}
    </span>
  )
}
