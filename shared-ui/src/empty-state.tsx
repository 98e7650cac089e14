import type { ReactNode } from 'react'

import styles from './state.module.css'

interface EmptyStateProps {
  title: string
  description: ReactNode
  action?: ReactNode
}

/** What stands where nothing is yet: what will be here, why that is good, and one thing to do. */
export function EmptyState({ title, description, action }: EmptyStateProps) {
  return (
    <div className={styles['state']}>
      <svg width="72" height="56" viewBox="0 0 72 56" fill="none" aria-hidden="true">
        <rect x="6" y="8" width="44" height="30" rx="8" className={styles['shape']} />
        <path d="M16 38v9l9-9" className={styles['shape']} />
        <path d="M16 19h24M16 27h16" className={styles['line']} />
        <circle cx="56" cy="36" r="11" className={styles['accent']} />
        <path d="m51.5 36 3.2 3.2 6-6.2" className={styles['mark']} />
      </svg>
      <h2>{title}</h2>
      <p>{description}</p>
      {action}
    </div>
  )
}
