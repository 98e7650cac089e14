import type { ChatSession } from '@errand/contract/chats/session'
import {
  Badge,
  Button,
  IconButton,
  Notice,
  Skeleton,
  classNames,
  useFormats,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Download, Mail, X } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { AnswersCard } from '../answers/answers-card.tsx'
import { chatsWithQuery } from '../chats/chats.queries.ts'
import { useChangeContact } from '../composer/unreachable.tsx'
import { RemarkNote } from '../remarks/remarks.tsx'
import { SaveMenu } from '../saved/save-menu.tsx'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import { ContactCard } from './contact-card.tsx'
import styles from './details-pane.module.css'

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

/** What is remembered of a chat that is saved for later. */
function SavedCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { savedForLater, remindAt, savedNote } = session
  if (!savedForLater) return null
  return (
    <Notice
      title={
        remindAt === undefined
          ? say('savedForLater')
          : say('remindsAt', { when: formats.dateTime(remindAt) })
      }
      actions={
        <SaveMenu session={session} trigger={<Button size="small">{say('change')}</Button>} />
      }
    >
      {savedNote !== undefined && savedNote !== '' && <p dir="auto">{savedNote}</p>}
    </Notice>
  )
}

/** The remarks of the part of the chat that is here, each with the way to its message. */
function RemarkList({ thread }: { thread: Thread }) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const remarks = thread.items.flatMap((message) => message.remarks)
  const further = thread.session.remarkCount - remarks.length
  return (
    <ul className={styles['remarks']}>
      {remarks.map((remark) => (
        <li key={remark.id}>
          <RemarkNote remark={remark} />
          <Button size="small" variant="quiet" onClick={() => jumpTo(remark.messageId)}>
            {say('showInChat')}
          </Button>
        </li>
      ))}
      {further > 0 && <li>{say('furtherRemarks', { count: further })}</li>}
    </ul>
  )
}

/** What was talked about with the contact before. */
function EarlierChats({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { linkTo } = useInboxAddress()
  const { data } = useQuery(chatsWithQuery(session.contact))
  if (data === undefined) return <Skeleton label={say('earlierChats')} rows={2} />
  return (
    <ul className={styles['earlier']}>
      {data
        .filter(({ id }) => id !== session.id)
        .map((other) => (
          <li key={other.id}>
            <Link to={linkTo(other.id)}>
              {formats.date(other.createdAt)}
              {other.job !== null && <span dir="auto">{other.job.name}</span>}
            </Link>
            <Badge>{say(`status.${other.status}`)}</Badge>
          </li>
        ))}
    </ul>
  )
}

/** What the chat cost, and when it began. */
function UsageCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { cost, createdAt, messageCount } = session
  return (
    <dl className={styles['facts']}>
      <div>
        <dt>{say('messages')}</dt>
        <dd>{formats.number(messageCount)}</dd>
      </div>
      <div>
        <dt>{say('cost')}</dt>
        <dd>{formats.money(cost.amountMinor, cost.currency)}</dd>
      </div>
      <div>
        <dt>{say('began')}</dt>
        <dd>{formats.dateTime(createdAt)}</dd>
      </div>
    </dl>
  )
}

/** Whether the contact wants messages, and whether the contact's are wanted. */
function ContactLimits({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { change, isChanging } = useChangeContact(session)
  const { blocked, optedOutAt } = session.contact
  const isOut = optedOutAt !== undefined
  return (
    <section className={styles['limits']} aria-label={say('limits')}>
      {isOut && <p>{say('optedOutAt', { when: formats.dateTime(optedOutAt) })}</p>}
      <div className={styles['buttons']}>
        <Button variant="quiet" isBusy={isChanging} onClick={() => change({ optedOut: !isOut })}>
          {say(isOut ? 'optIn' : 'optOut')}
        </Button>
        <Button variant="quiet" isBusy={isChanging} onClick={() => change({ blocked: !blocked })}>
          {say(blocked ? 'unblock' : 'block')}
        </Button>
      </div>
    </section>
  )
}
