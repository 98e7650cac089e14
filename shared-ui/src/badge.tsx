import type { ReactNode } from 'react'

import styles from './badge.module.css'

interface BadgeProps {
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger' | 'accent'
  children: ReactNode
}

/** A state in a word; the colour repeats what the word says. */
export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={`${styles['badge']} ${styles[tone]}`}>{children}</span>
}
