import { Button, Sheet } from '@errand/shared-ui'
import { MessageCircle } from 'lucide-react'
import { useState, useSyncExternalStore, type ReactNode } from 'react'

import styles from './job-form.module.css'
import { useWords } from './words/words.ts'

interface JobLayoutProps {
  nav: ReactNode
  children: ReactNode
  phone: ReactNode
  phoneTitle: string
}

const wide = '(width >= 1140px)'

/** Sections, form and phone beside each other; where there is no room the phone is a sheet. */
export function JobLayout({ nav, children, phone, phoneTitle }: JobLayoutProps) {
  const say = useWords()
  const isWide = useMedia(wide)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles['layout']}>
      <div className={styles['nav']}>{nav}</div>
      <div className={styles['main']}>{children}</div>
      {isWide ? (
        <div className={styles['aside']}>{phone}</div>
      ) : (
        <>
          <Button
            className={styles['tryIt']}
            icon={<MessageCircle size={16} aria-hidden />}
            onClick={() => setIsOpen(true)}
          >
            {say('tryIt')}
          </Button>
          <Sheet isOpen={isOpen} title={phoneTitle} onClose={() => setIsOpen(false)}>
            {phone}
          </Sheet>
        </>
      )}
    </div>
  )
}

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}
