import type { Template } from '@errand/contract/chats/template'
import { matchesSearch } from '@errand/contract/search-text'
import { userMessage } from '@errand/shared-auth'
import { Button, ErrorState, SearchField, Skeleton } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, BellRing, MessageSquareLock } from 'lucide-react'
import { useState } from 'react'

import { contactName } from '../chats/contact-name.ts'
import { templatesQuery } from '../chats/chats.queries.ts'
import { useWatch } from '../notices/use-watch.ts'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import styles from './closed-window.module.css'
import { TemplateCard } from './template-card.tsx'

interface ClosedWindowProps {
  thread: Thread
  isClosed: boolean
  /** Back to free text, where that is allowed. */
  onBack: (() => void) | undefined
}

/** The approved texts, in place of the text box while only those may be sent. */
export function ClosedWindow({ thread, isClosed, onBack }: ClosedWindowProps) {
  const { session } = thread
  const say = useWords()
  const name = contactName(session.contact)
  const query = useQuery({
    ...templatesQuery(),
    // They come with a chat whose window is closed.
    ...(thread.templates.length > 0 && { initialData: [...thread.templates] }),
  })
  // By a button or a key, in place of whose box they stand; a window that opens again while somebody
  // fills in a template takes nothing from him.
  const [isAskedFor] = useState(!isClosed)
  const [open, setOpen] = useState<string>()
  const [q, setQ] = useState('')
  const { isWatched, watch } = useWatch(session.contact.id)
  const { language = '' } = session.contact
  const templates = query.data
    ?.filter((template) => matches(template, q))
    // What the contact speaks comes first.
    .toSorted((one, other) => Number(speaks(other, language)) - Number(speaks(one, language)))
  return (
    <div className={styles['closed']}>
      <div className={styles['head']}>
        {isClosed ? (
          <p>
            <MessageSquareLock size={16} aria-hidden="true" />
            {say('windowClosedWhy', { name })}
          </p>
        ) : (
          <Button
            autoFocus={isAskedFor}
            size="small"
            variant="quiet"
            icon={<ArrowLeft size={16} />}
            onClick={onBack}
          >
            {say('backToText')}
          </Button>
        )}
        {isClosed && (
          <Button
            size="small"
            aria-pressed={isWatched}
            icon={<BellRing size={16} aria-hidden="true" />}
            onClick={() => watch(!isWatched)}
          >
            {say(isWatched ? 'waitingFor' : 'waitFor', { name })}
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
      {query.isError && (
        <ErrorState
          title={userMessage(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
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

const speaks = (template: Template, language: string): boolean =>
  language !== '' && template.language.split('_')[0] === language.split('-')[0]

const keyOf = ({ name, language }: Template): string => `${name}:${language}`

const matches = ({ name, body, status }: Template, q: string): boolean =>
  status === 'APPROVED' && matchesSearch(`${name} ${body}`, q)
