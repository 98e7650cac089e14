import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { classNames } from '../class-names.ts'
import styles from './notice.module.css'

const icons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
} as const

interface NoticeProps {
  tone?: keyof typeof icons
  title?: string
  children?: ReactNode
  /** What to do about it. */
  actions?: ReactNode
  /** `alert` interrupts whoever listens; without it the notice was there from the beginning. */
  role?: 'alert' | 'status'
}

/** Something worth knowing, in the page itself. */
export function Notice({ tone = 'info', title, children, actions, role }: NoticeProps) {
  const Icon = icons[tone]
  return (
    <div role={role} className={classNames(styles['notice'], styles[tone])}>
      <div className={styles['body']}>
        <Icon size={16} aria-hidden="true" />
        <div className={styles['texts']}>
          {title !== undefined && <p className={styles['title']}>{title}</p>}
          {children}
        </div>
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  )
}
