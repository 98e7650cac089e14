import { useEffect, useState } from 'react'

import styles from './skeleton.module.css'

const delayMs = 150

interface SkeletonProps {
  /** How many rows the content will have. */
  rows?: number
  /** What is loading, for screen readers: "Loading jobs". */
  label: string
}

/** The shape of content on its way; nothing at all when it arrives within 150 ms. */
export function Skeleton({ rows = 3, label }: SkeletonProps) {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), delayMs)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div role="status" className={styles['skeleton']}>
      <span className={styles['label']}>{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles['row']} />
      ))}
    </div>
  )
}
