import type { ReactNode } from 'react'

import styles from './page.module.css'

/** The content of a page, below its header. */
export const Page = ({ children }: { children: ReactNode }) => (
  <div className={styles['page']}>{children}</div>
)

/** A main part with a smaller one beside it, or below it where there is no room. */
export const TwoColumns = ({ children, aside }: { children: ReactNode; aside: ReactNode }) => (
  <div className={styles['columns']}>
    <div className={styles['page']}>{children}</div>
    <div className={styles['aside']}>{aside}</div>
  </div>
)

/** Filters, search and view options above a list; they wrap where there is no room. */
export const Toolbar = ({ children, end }: { children: ReactNode; end?: ReactNode }) => (
  <div className={styles['toolbar']}>
    <div className={styles['group']}>{children}</div>
    {end !== undefined && <div className={styles['group']}>{end}</div>}
  </div>
)
