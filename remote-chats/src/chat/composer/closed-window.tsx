import type { ChatSession } from '@errand/contract/chats/session'
import type { Template } from '@errand/contract/chats/template'
import { matchesSearch } from '@errand/contract/search-text'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import { browserStorage, useDraft } from '@errand/shared-auth'
import {
  Badge,
  Button,
  SearchField,
  Skeleton,
  TextField,
  classNames,
  useSettings,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, BellRing, MessageSquareLock, SendHorizontal } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'

import type { Chat } from '../../data/chat.ts'
import { templatesQuery, useUnitPrice } from '../../data/chats.queries.ts'
import { guessValues, previewTemplate, renderTemplate, toTitle } from '../../send/template-text.ts'
import { useOutbox } from '../../send/use-outbox.tsx'
import { LoadFailed } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import styles from './closed-window.module.css'

interface ClosedWindowProps {
  chat: Chat
  isClosed: boolean
  /** Returns to free text, where that is allowed. */
  onBack: (() => void) | undefined
}

/** The approved templates, in place of the reply box while only those may be sent. */
export function ClosedWindow({ chat, isClosed, onBack }: ClosedWindowProps) {
  const { session } = chat
  const say = useWords()
  const name = contactName(session.contact)
  const query = useQuery({
    ...templatesQuery(),
    // The first page of a chat with a closed window contains them.
    ...(chat.templates.length > 0 && { initialData: [...chat.templates] }),
  })
  // If the owner opened the templates by a button or key, the search takes the focus. A window that
  // opens again while a template is filled in does not close them.
  const [isOpenedByOwner] = useState(!isClosed)
  const [open, setOpen] = useState<string>()
  const [q, setQ] = useState('')
  const { isWatched, watch } = useWatchedContact(session.contact.id)
  const { language = '' } = session.contact
  const templates = query.data
    ?.filter((template) => matches(template, q))
    // What the contact speaks comes first.
    .toSorted(
      (one, other) => Number(isInLanguage(other, language)) - Number(isInLanguage(one, language)),
    )
  return (
    <div className={styles['closed']}>
      <div className={styles['head']}>
        {isClosed ? (
          <>
            <p>
              <MessageSquareLock size={16} aria-hidden="true" />
              <span>{say('windowClosedWhy', { name })}</span>
            </p>
            <Button
              size="small"
              aria-pressed={isWatched}
              icon={<BellRing size={16} aria-hidden="true" />}
              onClick={() => watch(!isWatched)}
            >
              {say(isWatched ? 'waitingFor' : 'waitFor', { name })}
            </Button>
          </>
        ) : (
          <Button
            autoFocus={isOpenedByOwner}
            size="small"
            variant="quiet"
            icon={<ArrowLeft size={16} />}
            onClick={onBack}
          >
            {say('backToText')}
          </Button>
        )}
      </div>
      {(query.data?.length ?? 0) > 4 && (
        <SearchField
          label={say('searchTemplates')}
          value={q}
          onChange={({ target }) => setQ(target.value)}
        />
      )}
      {query.isPending && <Skeleton label={say('loadingTemplates')} rows={2} rowHeight={72} />}
      {query.isError && <LoadFailed query={query} />}
      {templates?.length === 0 && <p className={styles['none']}>{say('noTemplates')}</p>}
      <ul className={styles['cards']} aria-label={say('templates')}>
        {templates?.map((template) => (
          <li key={keyOf(template)}>
            <TemplateCard
              {...{ template, session }}
              isOpen={open === keyOf(template) || templates.length === 1}
              onOpen={() => setOpen(keyOf(template))}
              onSent={() => {
                setOpen(undefined)
                onBack?.()
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

const isInLanguage = (template: Template, language: string): boolean =>
  language !== '' && template.language.split('_')[0] === language.split('-')[0]

const keyOf = ({ name, language }: Template): string => `${name}:${language}`

const matches = ({ name, body, status }: Template, q: string): boolean =>
  status === 'APPROVED' && matchesSearch(`${name} ${body}`, q)

interface TemplateCardProps {
  template: Template
  session: ChatSession
  isOpen: boolean
  onOpen: () => void
  onSent: () => void
}

/** A template as the contact will read it, with its variables to fill in. */
function TemplateCard({ template, session, isOpen, onOpen, onSent }: TemplateCardProps) {
  const say = useWords()
  const price = useUnitPrice()
  const { locale } = useSettings()
  const languages = new Intl.DisplayNames([locale], { type: 'language' })
  const { send } = useOutbox()
  const preview = useRef<HTMLButtonElement>(null)
  const [values, setValues] = useState(() => guessValues(template, session))
  const missing = template.variables.find((_, index) => !hasVisibleText(values[index] ?? ''))
  const text = previewTemplate(template, values)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (missing !== undefined) return
    const trimmed = values.map((value) => value.trim())
    send({
      sessionId: session.id,
      text: renderTemplate(template, trimmed),
      template: { name: template.name, language: template.language, values: trimmed },
    })
    // The button inside the card that has the focus disappears.
    preview.current?.focus()
    onSent()
  }
  return (
    <form className={classNames(styles['card'], isOpen && styles['open'])} onSubmit={handleSubmit}>
      <button
        ref={preview}
        type="button"
        data-template
        aria-expanded={isOpen}
        className={styles['preview']}
        onClick={onOpen}
      >
        <span className={styles['name']}>
          <b>{toTitle(template.name)}</b>
          <Badge>{languages.of(template.language.replace('_', '-')) ?? template.language}</Badge>
        </span>
        <span dir="auto" className={styles['text']}>
          {text}
        </span>
      </button>
      {isOpen && (
        <div className={styles['fill']}>
          {template.variables.map(({ name, example }, index) => (
            <TextField
              key={name}
              label={
                /^\d+$/.test(name) ? say('blankNumber', { number: Number(name) }) : toTitle(name)
              }
              placeholder={say('example', { example })}
              required
              value={values[index] ?? ''}
              onChange={({ target }) => setValues(values.with(index, target.value))}
            />
          ))}
          <Button
            type="submit"
            variant="primary"
            disabled={missing !== undefined}
            icon={<SendHorizontal size={16} className={styles['arrow']} aria-hidden="true" />}
          >
            {price === undefined ? say('sendTemplate') : say('sendFor', { price })}
          </Button>
        </div>
      )}
    </form>
  )
}

/**
 * Whether the owner wants to be notified of a contact's next message in any chat, and a function to
 * set that. The shell sends the notification and removes the contact; it reads
 * `watchedContactsKey`.
 */
function useWatchedContact(contactId: string) {
  const { value, write } = useDraft('watched', 'contacts', browserStorage)
  const ids = Array.isArray(value) ? value.map(String) : []
  const others = ids.filter((id) => id !== contactId)
  return {
    isWatched: ids.includes(contactId),
    watch: (isWatched: boolean) => write(isWatched ? [...others, contactId] : others),
  }
}
