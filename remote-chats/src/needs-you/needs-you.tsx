import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import { Card, ErrorState, List, Skeleton, TextLink, useNow } from '@errand/shared-ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'

import { sessionsQuery } from '../chats/chats.queries.ts'
import { emptyFilter, type SessionFilter } from '../chats/session-filter.ts'
import { sessionsOf, type SessionPages } from '../chats/session-list.ts'
import { followChats } from '../live/follow-chats.ts'
import { useWords } from '../words/words.ts'
import styles from './needs-you.module.css'
import { WaitingRow } from './waiting-row.tsx'

/** As many as are shown at once; the rest is one link away. */
const shown = 5

/** The same list as the inbox has behind its chip, so that what is known there is known here. */
const filter: SessionFilter = { ...emptyFilter, view: 'needs-you', sort: 'window' }

/** The chats that wait for their owner, the most urgent first, each with the reason and a reply. */
export function NeedsYou() {
  const say = useWords()
  useEffect(() => followChats(), [])
  const { data, error, isFetching, refetch } = useInfiniteQuery(sessionsQuery(filter))
  if (data !== undefined) return <Waiting pages={data} />
  return (
    <Card title={say('view.needs-you')}>
      {error === null ? (
        <Skeleton rows={3} rowHeight={64} label={say('loadingChats')} />
      ) : (
        <ErrorState
          title={userMessage(error)}
          detail={say('chatsSafe')}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Card>
  )
}

function Waiting({ pages }: { pages: SessionPages }) {
  const say = useWords()
  const now = useNow()
  const sessions = sessionsOf(pages)
  const count = countOf(pages)
  const more = count - Math.min(shown, sessions.length)
  if (sessions.length === 0) return <Nothing />
  return (
    <section className={styles['waiting']} aria-label={say('view.needs-you')}>
      <div className={styles['head']}>
        <h2>{say('needsYouCount', { count })}</h2>
        {more > 0 && (
          <TextLink to={`${paths.chats.list}?view=needs-you&sort=window`}>
            {say('moreChats', { count: more })}
          </TextLink>
        )}
      </div>
      <List label={say('view.needs-you')}>
        {sessions.slice(0, shown).map((session) => (
          <WaitingRow key={session.id} session={session} now={now} />
        ))}
      </List>
    </section>
  )
}

/** Of a list that was read to its end the chats themselves are the count: they are live. */
function countOf(pages: SessionPages): number {
  const [first] = pages.pages
  const known = sessionsOf(pages).length
  const isWhole = pages.pages.at(-1)?.nextCursor === null
  return isWhole ? known : Math.max(known, first?.totals.all ?? 0)
}

function Nothing() {
  const say = useWords()
  return (
    <Card>
      <div className={styles['nothing']}>
        <CircleCheck size={20} strokeWidth={1.75} aria-hidden="true" />
        <div>
          <h2>{say('nothing.needs-you')}</h2>
          <p>{say('nothingWhy.needs-you')}</p>
        </div>
      </div>
    </Card>
  )
}
