import type { ReactNode } from 'react'

import styles from './notice.module.css'

interface NoticeProps {
  /** `alert` when something is missing, `status` when it is only worth knowing. */
  role: 'alert' | 'status'
  text: string
  /** What to do about it. */
  children: ReactNode
}

/** A line above the page. */
export function Notice({ role, text, children }: NoticeProps) {
  const tone = role === 'status' ? styles['quiet'] : ''
  return (
    <div role={role} className={`${styles['notice']} ${tone}`}>
      <p>{text}</p>
      {children}
    </div>
  )
}
