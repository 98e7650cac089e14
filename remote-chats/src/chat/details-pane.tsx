import type { ChatSession } from '@errand/contract/chats/session'
import { contactHandle } from '@errand/contract/visible-text'
import {
  Badge,
  Button,
  IconButton,
  Notice,
  Skeleton,
  TextField,
  classNames,
  useFormats,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Copy, Download, ExternalLink, Mail, Pencil, X } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Chat } from '../data/chat.ts'
import { chatsWithQuery } from '../data/chats.queries.ts'
import { useInboxAddress } from '../data/inbox-address.ts'
import { InlineForm } from '../shared/fields.tsx'
import { useEditInPlace } from '../shared/panes.ts'
import { useCopyText } from '../shared/parts.tsx'
import { useWords } from '../words/words.ts'
import { AnswersCard } from './answers/answers-card.tsx'
import { useChangeContact } from './composer/unreachable.tsx'
import styles from './details-pane.module.css'
import { NoteCard } from './messages/notes.tsx'
import { SaveMenu } from './save-menu.tsx'

interface DetailsPaneProps {
  chat: Chat
  onEmail: () => void
  onExport: () => void
  /** Undefined in a sheet, which has its own close button. */
  onClose?: () => void
}

/** Everything about a chat besides its messages. */
export function DetailsPane({ chat, onEmail, onExport, onClose }: DetailsPaneProps) {
  const { session } = chat
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
        <ContactTools session={session} />
        <Section title={say('collected')}>
          <AnswersCard session={session} />
        </Section>
        <SavedCard session={session} />
        {session.remarkCount > 0 && (
          <Section title={say('remarks')}>
            <NoteList chat={chat} />
          </Section>
        )}
        {session.summary !== undefined && (
          <Section title={say('summary')}>
            <p dir="auto" className={styles['summary']}>
              {session.summary.text}
            </p>
          </Section>
        )}
        {session.contact.previousSessions > 0 && (
          <Section title={say('earlierChats')}>
            <EarlierChats session={session} />
          </Section>
        )}
        <Section title={say('share')}>
          <div className={styles['buttons']}>
            <Button icon={<Mail size={16} aria-hidden="true" />} onClick={onEmail}>
              {say('emailChat')}
            </Button>
            <Button icon={<Download size={16} aria-hidden="true" />} onClick={onExport}>
              {say('exportChat')}
            </Button>
          </div>
        </Section>
        <UsageCard session={session} />
        <ContactLimits session={session} />
      </div>
    </aside>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles['part']} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  )
}

/** The reminder and note of a saved session. */
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

/** The notes on the loaded messages, each with a link to its message. */
function NoteList({ chat }: { chat: Chat }) {
  const say = useWords()
  const { jumpTo } = useInboxAddress()
  const remarks = chat.items.flatMap((message) => message.remarks)
  const further = chat.session.remarkCount - remarks.length
  return (
    <ul className={styles['remarks']}>
      {remarks.map((remark) => (
        <li key={remark.id}>
          <NoteCard remark={remark} />
          <Button size="small" variant="quiet" onClick={() => jumpTo(remark.messageId)}>
            {say('showInChat')}
          </Button>
        </li>
      ))}
      {further > 0 && <li>{say('furtherRemarks', { count: further })}</li>}
    </ul>
  )
}

/** Earlier sessions of the contact. */
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
              <span>{formats.date(other.createdAt)}</span>
              {other.job !== null && <span dir="auto">{other.job.name}</span>}
            </Link>
            <Badge>{say(`status.${other.status}`)}</Badge>
          </li>
        ))}
    </ul>
  )
}

/** The cost of the session, and when it started. */
function UsageCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { cost, createdAt, messageCount } = session
  const facts = [
    [say('messages'), formats.number(messageCount)],
    [say('cost'), formats.money(cost.amountMinor, cost.currency)],
    [say('began'), formats.dateTime(createdAt)],
  ] as const
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Whether the contact opted out or is blocked. */
function ContactLimits({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { change, isChanging } = useChangeContact(session)
  const { blocked, optedOutAt } = session.contact
  const isOptedOut = optedOutAt !== undefined
  return (
    <section className={styles['limits']} aria-label={say('limits')}>
      {isOptedOut && <p>{say('optedOutAt', { when: formats.dateTime(optedOutAt) })}</p>}
      <div className={styles['buttons']}>
        <Button
          variant="quiet"
          isBusy={isChanging}
          onClick={() => change({ optedOut: !isOptedOut })}
        >
          {say(isOptedOut ? 'optIn' : 'optOut')}
        </Button>
        <Button variant="quiet" isBusy={isChanging} onClick={() => change({ blocked: !blocked })}>
          {say(blocked ? 'unblock' : 'block')}
        </Button>
      </div>
    </section>
  )
}

/** What is done with the contact's name and number, which stand above the chat. */
function ContactTools({ session }: { session: ChatSession }) {
  const say = useWords()
  const { contact, channel } = session
  const { phoneNumber } = contact
  const handle = contactHandle(contact)
  const { frame, isOpen, isLeft, open, close } = useEditInPlace()
  const copy = useCopyText()
  return (
    <section className={styles['contact']} aria-label={say('contact')}>
      {isOpen && (
        <div ref={frame}>
          <RenameForm session={session} onDone={close} />
        </div>
      )}
      <div className={styles['buttons']}>
        {!isOpen && (
          <IconButton
            size="small"
            label={say('rename')}
            icon={<Pencil size={14} />}
            autoFocus={isLeft}
            onClick={open}
          />
        )}
        {handle !== '' && (
          <IconButton
            size="small"
            label={say(phoneNumber === '' ? 'copyUsername' : 'copyNumber')}
            icon={<Copy size={14} />}
            onClick={() => void copy(handle)}
          />
        )}
        {channel === 'whatsapp' && phoneNumber !== '' && (
          <a href={`https://wa.me/${contact.waId}`} target="_blank" rel="noreferrer">
            <span>{say('openWhatsApp')}</span> <ExternalLink size={12} aria-hidden="true" />
          </a>
        )}
        {channel === 'simulator' && <Badge>{say('simulated')}</Badge>}
        {contact.language !== undefined && <Badge>{contact.language}</Badge>}
      </div>
    </section>
  )
}

function RenameForm({ session, onDone }: { session: ChatSession; onDone: () => void }) {
  const say = useWords()
  const [name, setName] = useState(session.contact.name)
  const { change } = useChangeContact(session)
  const handleSave = () => {
    change({ name: name.trim() })
    onDone()
  }
  return (
    <InlineForm onSave={handleSave} onDone={onDone}>
      <TextField
        label={say('name')}
        value={name}
        maxLength={80}
        // Focused, because the owner just opened it.
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
    </InlineForm>
  )
}
