import type { ReactNode } from 'react'

import drawn from './drawing.module.css'
import styles from './state.module.css'

interface EmptyStateProps {
  title: string
  description: ReactNode
  action?: ReactNode
  drawing?: DrawingName
  /** 1 if it is the whole page. */
  headingLevel?: 1 | 2
}

/** Shown where there is no data yet: what will be here, why, and one action. */
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

const drawings = {
  chat: (
    <>
      <path d="M14 12h44a8 8 0 0 1 8 8v18a8 8 0 0 1-8 8H32l-10 9v-9h-8a8 8 0 0 1-8-8V20a8 8 0 0 1 8-8Z" />
      <path d="M18 24h36M18 33h22" className={drawn['faint']} />
      <circle cx="70" cy="46" r="12" className={drawn['accent']} />
      <path d="m65 46 3.6 3.6 6.6-7" className={drawn['mark']} />
    </>
  ),
  list: (
    <>
      <rect x="10" y="10" width="64" height="14" rx="5" />
      <rect x="10" y="29" width="64" height="14" rx="5" className={drawn['faint']} />
      <rect x="10" y="48" width="64" height="14" rx="5" className={drawn['faint']} />
      <circle cx="19" cy="17" r="3" className={drawn['accent']} />
      <path d="M28 17h26" />
    </>
  ),
  chart: (
    <>
      <path d="M10 8v50h66" />
      <path d="M20 48V38M34 48V28M48 48V33" className={drawn['faint']} />
      <path d="m20 30 14-11 14 5 20-15" />
      <circle cx="68" cy="9" r="5" className={drawn['accent']} />
    </>
  ),
  search: (
    <>
      <circle cx="36" cy="30" r="20" />
      <path d="m51 45 16 16" />
      <path d="M27 30h18" className={drawn['faint']} />
      <circle cx="66" cy="16" r="4" className={drawn['accent']} />
    </>
  ),
  money: (
    <>
      <rect x="8" y="14" width="66" height="42" rx="8" />
      <path d="M8 26h66" className={drawn['faint']} />
      <path d="M18 44h16" className={drawn['faint']} />
      <circle cx="60" cy="43" r="6" className={drawn['accent']} />
    </>
  ),
} as const

type DrawingName = keyof typeof drawings

/** A small line drawing for an empty state. */
const Drawing = ({ name }: { name: DrawingName }) => (
  <svg
    width="84"
    height="68"
    viewBox="0 0 84 68"
    fill="none"
    aria-hidden="true"
    className={drawn['drawing']}
  >
    {drawings[name]}
  </svg>
)
