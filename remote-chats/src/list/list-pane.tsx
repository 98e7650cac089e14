import { paths } from '@errand/contract/paths'
import { useConnection, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  EmptyState,
  ErrorState,
  FilterChips,
  IconButton,
  Menu,
  SearchField,
  Skeleton,
  Status,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { sessionsQuery, totalsQuery } from '../chats/chats.queries.ts'
import { emptyFilter, isNarrowed, views, type SessionFilter } from '../chats/session-filter.ts'
import { sessionsOf } from '../chats/session-list.ts'
import { focusView, viewsMark } from '../keyboard/focus.ts'
import { useWords } from '../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FilterMenu } from './filter-menu.tsx'
import styles from './list-pane.module.css'
import { SessionList } from './session-list.tsx'

interface ListPaneProps extends ReturnType<typeof useListPane> {
  onExport: () => void
}

/** The chats, what they are narrowed to, and what is done with several at once. */
export function ListPane(props: ListPaneProps) {
  const { list, sessions, selection, onExport } = props
  const { filter, sessionId, linkTo, narrow } = useInboxAddress()
  const say = useWords()
  const isEmpty = sessions.length === 0 && !list.isPending && !list.isPlaceholderData
  const { fetchNextPage, isFetching, hasNextPage } = list
  const handleEnd = useCallback(() => {
    if (!isFetching) void fetchNextPage()
  }, [isFetching, fetchNextPage])
  return (
    <section className={styles['pane']} aria-label={say('chats')}>
      <header className={styles['header']}>
        <div className={styles['title']}>
          <h1>{say('chats')}</h1>
          <LiveState />
          <ListMenu onExport={onExport} onSelectAll={selection.selectAll} />
        </div>
        <div className={styles['find']}>
          <ListSearch q={filter.q} onChange={(q) => narrow({ q })} />
          <FilterMenu filter={filter} onChange={narrow} />
        </div>
        <div className={styles['views']} {...viewsMark}>
          <ViewChips />
        </div>
      </header>
      {list.isPending && (
        <div className={styles['waiting']}>
          <Skeleton label={say('loadingChats')} rows={8} rowHeight={60} />
        </div>
      )}
      {list.isError && sessions.length === 0 && (
        <div className={styles['empty']}>
          <ErrorState
            title={userMessage(list.error)}
            detail={say('chatsSafe')}
            isRetrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        </div>
      )}
      {isEmpty && !list.isError && <NoChats filter={filter} onChange={narrow} />}
      {sessions.length > 0 && (
        <SessionList
          {...{ sessions, linkTo }}
          listKey={JSON.stringify(filter)}
          openId={sessionId}
          selected={selection.selected}
          onSelect={selection.select}
          hasMore={hasNextPage}
          onEnd={handleEnd}
        />
      )}
      <BulkBar sessions={sessions} selection={selection} />
    </section>
  )
}

function ViewChips() {
  const { filter, narrow } = useInboxAddress()
  const say = useWords()
  const { data: totals } = useQuery({ ...totalsQuery(filter), placeholderData: keepPreviousData })
  const counts = {
    // The others are nothing to act on: rows say what is unread.
    all: undefined,
    'needs-you': totals?.needsYou,
    unread: undefined,
    saved: undefined,
  }
  return (
    <FilterChips
      label={say('view')}
      value={filter.view}
      options={views.map((view) => {
        const count = counts[view]
        return { value: view, label: say(`view.${view}`), ...(count !== undefined && { count }) }
      })}
      onChange={(view) => narrow({ view })}
    />
  )
}

interface ListMenuProps {
  onExport: () => void
  onSelectAll: () => void
}

function ListMenu({ onExport, onSelectAll }: ListMenuProps) {
  const say = useWords()
  const navigate = useNavigate()
  return (
    <Menu
      label={say('listMenu')}
      entries={[
        { label: say('selectAll'), onSelect: onSelectAll },
        { label: say('exportChats'), onSelect: onExport },
        { label: say('forms'), onSelect: () => void navigate('/chats/forms') },
      ]}
      trigger={
        <IconButton label={say('listMenu')} icon={<EllipsisVertical size={16} aria-hidden />} />
      }
    />
  )
}

/** Typing asks the api once it rests. */
const restMs = 180

interface ListSearchProps {
  q: string
  onChange: (q: string) => void
}

/** Looks for names, numbers and words of messages. */
function ListSearch({ q, onChange }: ListSearchProps) {
  const say = useWords()
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [asked, setAsked] = useState(q)
  // Cleared filters and the browser's back button; what is still being typed is not overwritten.
  if (q !== seen) {
    setSeen(q)
    if (q !== asked) {
      setAsked(q)
      setTyped(q)
    }
  }
  const ask = useEffectEvent(() => {
    setAsked(typed)
    onChange(typed)
  })
  useEffect(() => {
    if (typed === asked) return undefined
    const timer = setTimeout(() => ask(), restMs)
    return () => clearTimeout(timer)
  }, [typed, asked])
  return (
    <search>
      <SearchField
        label={say('searchChats')}
        maxLength={100}
        value={typed}
        aria-keyshortcuts="/"
        data-search="chats"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  )
}

/** Says when what is shown may be old; silent while all is well. */
function LiveState() {
  const connection = useConnection()
  const say = useWords()
  return (
    <span role="status" className={styles['live']}>
      {connection === 'offline' && <Status tone="warning">{say('offline')}</Status>}
      {connection === 'polling' && <Status tone="info">{say('polling')}</Status>}
    </span>
  )
}

interface NoChatsProps {
  filter: SessionFilter
  onChange: (filter: SessionFilter) => void
}

/** Why the list is empty, and the one thing to do about it. */
function NoChats({ filter, onChange }: NoChatsProps) {
  const say = useWords()
  const isFiltered = isNarrowed(filter)
  if (!isFiltered && filter.view === 'all') {
    return (
      <div className={styles['empty']}>
        <EmptyState
          title={say('noChats')}
          description={say('noChatsWhy')}
          action={
            <ButtonLink to={paths.jobs.list} variant="primary">
              {say('goToJobs')}
            </ButtonLink>
          }
        />
      </div>
    )
  }
  const showAll = () => {
    onChange(emptyFilter)
    // Its button goes with the emptiness.
    focusView()
  }
  const view = filter.view === 'all' ? 'found' : filter.view
  return (
    <div className={styles['empty']}>
      <EmptyState
        drawing={isFiltered ? 'search' : 'list'}
        title={say(isFiltered ? 'nothing.found' : `nothing.${view}`)}
        description={say(isFiltered ? 'nothingWhy.found' : `nothingWhy.${view}`)}
        action={<Button onClick={showAll}>{say('showAll')}</Button>}
      />
    </div>
  )
}

/** The list under a filter, and what is chosen in it. */
export function useListPane(filter: SessionFilter) {
  const list = useInfiniteQuery({ ...sessionsQuery(filter), placeholderData: keepPreviousData })
  const sessions = useMemo(() => sessionsOf(list.data), [list.data])
  const shown = useMemo(() => sessions.map(({ id }) => id), [sessions])
  const selection = useSelection(shown)
  return { list, sessions, shown, selection }
}

/** The chats that were chosen for what is done with several at once. */
export function useSelection(order: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const shown = useRef(order)
  useEffect(() => {
    shown.current = order
  }, [order])
  // The same at all times: each row holds it, and none is drawn again for it.
  const select = useCallback((id: string, isRange: boolean) => {
    const from = last.current === undefined ? -1 : shown.current.indexOf(last.current)
    const to = shown.current.indexOf(id)
    const range = shown.current.slice(Math.min(from, to), Math.max(from, to) + 1)
    setSelected((current) => {
      if (isRange && from >= 0 && to >= 0) return new Set([...current, ...range])
      const next = new Set(current)
      if (!next.delete(id)) next.add(id)
      return next
    })
    last.current = id
  }, [])
  return {
    selected,
    select,
    selectAll: () => setSelected(new Set(order)),
    clear: () => setSelected(new Set()),
  }
}
