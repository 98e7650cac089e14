import { type ReactNode, useState } from 'react'

import styles from './disclosure.module.css'

interface DisclosureProps {
  label: string
  /** Opens it: there is something in it to be seen, such as an error. */
  isNeeded?: boolean
  children: ReactNode
}

/** Fields that few people need, behind one line; rendered only while it is open. */
export function Disclosure({ label, isNeeded = false, children }: DisclosureProps) {
  const [isOpen, setIsOpen] = useState(isNeeded)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded)
    // Once the error is mended it stays open: somebody is still writing in it.
    if (isNeeded) setIsOpen(true)
  }
  return (
    <details className={styles['disclosure']} open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault()
          setIsOpen(!isOpen)
        }}
      >
        {label}
      </summary>
      {isOpen && <div>{children}</div>}
    </details>
  )
}
