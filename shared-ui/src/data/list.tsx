import type { ReactNode } from 'react'

import styles from './list.module.css'

interface ListProps {
  /** Its name for assistive technology. */
  label: string
  children: ReactNode
}

/** A list of rows with hairlines. */
export const List = ({ label, children }: ListProps) => (
  // Safari drops the list role of a list without bullets.
  // eslint-disable-next-line jsx-a11y/no-redundant-roles
  <ul role="list" aria-label={label} className={styles['list']}>
    {children}
  </ul>
)

interface ListRowProps {
  /** Shown first, such as an icon or avatar. */
  start?: ReactNode
  title: ReactNode
  description?: ReactNode
  /** State and actions. */
  end?: ReactNode
}

/** One row: an icon, a title with a description, and actions. */
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
