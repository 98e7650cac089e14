import type { ReactNode } from 'react'

import styles from './page-header.module.css'

interface PageHeaderProps {
  title: string
  description?: ReactNode
  /** The page's one primary action, and what belongs beside it. */
  actions?: ReactNode
  /** A state beside the title. */
  status?: ReactNode
  /** A link back, above the title. */
  back?: ReactNode
}

/** The header of a page: `<PageHeader title={say('jobs')} actions={<Button>{say('new')}</Button>} />`. */
export function PageHeader({ title, description, actions, status, back }: PageHeaderProps) {
  return (
    <header className={styles['header']}>
      <div>
        {back !== undefined && <div className={styles['back']}>{back}</div>}
        <div className={styles['title']}>
          {/* Isolated instead of dir="auto": the title stays at the start of the page, in any
              script. */}
          <h1>
            <bdi>{title}</bdi>
          </h1>
          {status}
        </div>
        {description !== undefined && <p>{description}</p>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </header>
  )
}
