import { useId, type ReactNode } from 'react'

import styles from './card.module.css'

interface CardProps {
  title?: string
  description?: ReactNode
  /** At the end of the header, such as a choice of the range. */
  actions?: ReactNode
  children: ReactNode
}

/** A card; with a title it is a named section. */
export function Card({ title, description, actions, children }: CardProps) {
  const id = useId()
  if (title === undefined) return <div className={styles['card']}>{children}</div>
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <header className={styles['header']}>
        <div>
          <h2 id={id}>{title}</h2>
          {description !== undefined && <p>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </section>
  )
}
