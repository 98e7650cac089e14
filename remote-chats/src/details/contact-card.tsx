import type { ChatSession } from '@errand/contract/chats/session'
import { Avatar, Badge, Button, IconButton, TextField, isComposing } from '@errand/shared-ui'
import { Copy, ExternalLink, Pencil } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { contactName } from '@errand/contract/visible-text'
import { useChangeContact } from '../composer/unreachable.tsx'
import { useEditInPlace } from '../pane/panes.ts'
import { useWords } from '../words/words.ts'
import styles from './details-pane.module.css'

/** Who the chat is with, and how to reach them elsewhere. */
export function ContactCard({ session }: { session: ChatSession }) {
  const say = useWords()
  const { contact, channel } = session
  const { frame, isOpen, isLeft, open, close } = useEditInPlace()
  const copy = async () => {
    await navigator.clipboard.writeText(contact.phoneNumber)
    toast.success(say('copied'))
  }
  return (
    <section className={styles['contact']} aria-label={say('contact')}>
      <Avatar name={contactName(contact)} size="large" />
      {isOpen ? (
        <div ref={frame}>
          <Naming session={session} onDone={close} />
        </div>
      ) : (
        <div className={styles['name']}>
          <h3>
            <bdi>{contactName(contact)}</bdi>
          </h3>
          <IconButton
            size="small"
            label={say('rename')}
            icon={<Pencil size={14} />}
            autoFocus={isLeft}
            onClick={open}
          />
        </div>
      )}
      <div className={styles['phone']}>
        <bdi>{contact.phoneNumber}</bdi>
        <IconButton
          size="small"
          label={say('copyNumber')}
          icon={<Copy size={14} />}
          onClick={() => void copy()}
        />
        {channel === 'whatsapp' && (
          <a href={`https://wa.me/${contact.waId}`} target="_blank" rel="noreferrer">
            {say('openWhatsApp')} <ExternalLink size={12} aria-hidden="true" />
          </a>
        )}
        {channel === 'simulator' && <Badge>{say('simulated')}</Badge>}
        {contact.language !== undefined && <Badge>{contact.language}</Badge>}
      </div>
    </section>
  )
}

function Naming({ session, onDone }: { session: ChatSession; onDone: () => void }) {
  const say = useWords()
  const [name, setName] = useState(session.contact.name)
  const { change } = useChangeContact(session)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    change({ name: name.trim() })
    onDone()
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Cancel does the same
    <form
      className={styles['naming']}
      onSubmit={handleSubmit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        onDone()
      }}
    >
      <TextField
        label={say('name')}
        value={name}
        maxLength={80}
        // It was opened to be typed in.
        autoFocus
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" size="small" variant="primary">
        {say('save')}
      </Button>
      <Button size="small" variant="quiet" onClick={onDone}>
        {say('cancel')}
      </Button>
    </form>
  )
}
