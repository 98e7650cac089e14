import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '../actions/button.tsx'
import { useWords } from '../intl/words/words.ts'
import { classNames } from '../styles/class-names.ts'
import tones from '../styles/tones.module.css'
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
  /** Retries something that could not be loaded. */
  onRetry?: () => void
  isRetrying?: boolean
  /** `alert` interrupts screen readers; leave it out for a notice that is there from the start. */
  role?: 'alert' | 'status'
}

/** A message in the page itself. */
export function Notice(props: NoticeProps) {
  const { tone = 'info', title, children, actions, onRetry, isRetrying = false, role } = props
  const say = useWords()
  const Icon = icons[tone]
  return (
    <div role={role} className={classNames(styles['notice'], tones[tone])}>
      <div className={styles['body']}>
        <Icon size={16} aria-hidden="true" />
        <div className={styles['texts']}>
          {title !== undefined && <p className={styles['title']}>{title}</p>}
          <div>{children}</div>
        </div>
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      {onRetry !== undefined && (
        <Button size="small" isBusy={isRetrying} onClick={onRetry}>
          {say('retry')}
        </Button>
      )}
    </div>
  )
}
