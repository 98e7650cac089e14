import { useId, type ReactNode } from 'react'

import styles from './card.module.css'

interface CardProps {
  title?: string
  children: ReactNode
}

/** A part of a page that belongs together; with a title it is a named section. */
export function Card({ title, children }: CardProps) {
  const id = useId()
  if (title === undefined) return <div className={styles['card']}>{children}</div>
  return (
    <section className={styles['card']} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
