import type { ChatSession } from '@errand/contract/chats/session'
import { Button, classNames, IconButton } from '@errand/shared-ui'
import { Download, Mail, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { AnswersCard } from '../answers/answers-card.tsx'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import { ContactCard } from './contact-card.tsx'
import { ContactLimits } from './contact-limits.tsx'
import styles from './details-pane.module.css'
import { EarlierChats } from './earlier-chats.tsx'
import { RemarkList } from './remark-list.tsx'
import { SavedCard } from './saved-card.tsx'
import { UsageCard } from './usage-card.tsx'

interface DetailsPaneProps {
  thread: Thread
  onEmail: () => void
  onExport: () => void
  /** Not in a sheet, which has its own way out. */
  onClose?: () => void
}

/** Everything about a chat that is not said in it. */
export function DetailsPane({ thread, onEmail, onExport, onClose }: DetailsPaneProps) {
  const { session } = thread
  const say = useWords()
  return (
    <aside
      className={classNames(styles['pane'], onClose === undefined && styles['inSheet'])}
      aria-label={say('details')}
    >
      {onClose !== undefined && (
        <header className={styles['header']}>
          <h2>{say('details')}</h2>
          <IconButton label={say('closeDetails')} icon={<X size={16} />} onClick={onClose} />
        </header>
      )}
      <div className={styles['parts']}>
        <ContactCard session={session} />
        <Part title={say('collected')}>
          <AnswersCard session={session} />
        </Part>
        <SavedCard session={session} />
        {session.remarkCount > 0 && (
          <Part title={say('remarks')}>
            <RemarkList thread={thread} />
          </Part>
        )}
        <Summary session={session} />
        {session.contact.previousSessions > 0 && (
          <Part title={say('earlierChats')}>
            <EarlierChats session={session} />
          </Part>
        )}
        <Part title={say('share')}>
          <div className={styles['buttons']}>
            <Button icon={<Mail size={16} aria-hidden="true" />} onClick={onEmail}>
              {say('emailChat')}
            </Button>
            <Button icon={<Download size={16} aria-hidden="true" />} onClick={onExport}>
              {say('exportChat')}
            </Button>
          </div>
        </Part>
        <UsageCard session={session} />
        <ContactLimits session={session} />
      </div>
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

function Summary({ session }: { session: ChatSession }) {
  const say = useWords()
  if (session.summary === undefined) return null
  return (
    <Part title={say('summary')}>
      <p dir="auto" className={styles['summary']}>
        {session.summary.text}
      </p>
    </Part>
  )
}
