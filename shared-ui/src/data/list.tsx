import type { ReactNode } from 'react'

import styles from './list.module.css'

interface ListProps {
  /** Its name for assistive technology. */
  label: string
  children: ReactNode
}

/** Rows with hairlines between them. */
export const List = ({ label, children }: ListProps) => (
  // Safari takes the role from a list without bullets.
  // eslint-disable-next-line jsx-a11y/no-redundant-roles
  <ul role="list" aria-label={label} className={styles['list']}>
    {children}
  </ul>
)

interface ListRowProps {
  /** What the row is about, first. */
  start?: ReactNode
  title: ReactNode
  description?: ReactNode
  /** State and actions, at the end. */
  end?: ReactNode
}

/** One row: a sign, a title with a line below it, and what can be done. */
export const ListRow = ({ start, title, description, end }: ListRowProps) => (
  <li className={styles['row']}>
    {start}
    <div className={styles['texts']}>
      <div className={styles['title']}>{title}</div>
      {description !== undefined && <div className={styles['description']}>{description}</div>}
    </div>
    {end !== undefined && <div className={styles['end']}>{end}</div>}
  </li>
)
