import type { ReactNode } from 'react'

import styles from './loading-view.module.css'

interface LoadingViewProps {
  title: string
  children?: ReactNode
}

/** A full-screen view while it is not known yet what to show. */
export function LoadingView({ title, children }: LoadingViewProps) {
  return (
    <main className={styles['view']} aria-busy="true">
      <span className={styles['ring']} aria-hidden="true" />
      <h1>{title}</h1>
      {children !== undefined && <p>{children}</p>}
    </main>
  )
}
