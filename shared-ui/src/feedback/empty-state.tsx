import type { ReactNode } from 'react'

import { Drawing, type DrawingName } from './drawing.tsx'
import styles from './state.module.css'

interface EmptyStateProps {
  title: string
  description: ReactNode
  action?: ReactNode
  drawing?: DrawingName
  /** 1 where it stands for the whole page. */
  headingLevel?: 1 | 2
}

/** What stands where nothing is yet: what will be here, why that is good, and one thing to do. */
export function EmptyState(props: EmptyStateProps) {
  const { title, description, action, drawing = 'chat' } = props
  const Heading = props.headingLevel === 1 ? 'h1' : 'h2'
  return (
    <div className={styles['state']}>
      <Drawing name={drawing} />
      <Heading>{title}</Heading>
      <p>{description}</p>
      {action}
    </div>
  )
}
