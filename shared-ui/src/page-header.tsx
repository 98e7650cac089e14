import type { ReactNode } from 'react'

import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** The page's one primary action, and what belongs beside it. */
  actions?: ReactNode
}

/** The head of a page: its name, one sentence, and what to do here. */
export function PageHeader({ title, description, actions }: PageHeaderProps) {
  return (
    <header className={styles['header']}>
      <div>
        {/* Isolated, not dir="auto": a title stands where the page begins, in any script. */}
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {description !== undefined && <p>{description}</p>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
  )
}
