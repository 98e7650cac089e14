import type { SessionList as ListedSessions } from '@errand/contract/chats/session'
import { paths } from '@errand/contract/paths'
import { profileQuery } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  EmptyState,
  FilterChips,
  IconButton,
  Menu,
  Skeleton,
  TextLink,
} from '@errand/shared-ui'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

import { sessionsQuery, totalsQuery } from '../../data/chats.queries.ts'
import { useInboxAddress } from '../../data/inbox-address.ts'
import { sessionsOf } from '../../data/session-cache.ts'
import { emptyFilter, isNarrowed, views, type SessionFilter } from '../../data/session-filter.ts'
import { DelayedSearch } from '../../shared/delayed-search.tsx'
import { focusSelectedView } from '../../shared/panes.ts'
import { LoadFailed } from '../../shared/parts.tsx'
import { useWords } from '../../words/words.ts'
import { BulkBar, useSelection } from './bulk-bar.tsx'
import { FilterMenu } from './filter-menu.tsx'
import styles from './list-pane.module.css'
import { SessionList } from './session-list.tsx'

interface ListPaneProps extends ReturnType<typeof useListPane> {
  onExport: () => void
}

/** The list of sessions with its filters and bulk actions. */
export function ListPane(props: ListPaneProps) {
  const { list, sessions, found, selection, onExport } = props
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
          <ListMenu onExport={onExport} onSelectAll={selection.selectAll} />
        </div>
        <div className={styles['find']}>
          <DelayedSearch
            label={say('searchChats')}
            q={filter.q}
            aria-keyshortcuts="/"
            data-search="chats"
            onSearch={(q) => narrow({ q })}
          />
          <FilterMenu filter={filter} onChange={narrow} />
        </div>
        <div className={styles['views']} data-views>
          <ViewChips />
        </div>
      </header>
      {list.isPending && (
        <div className={styles['waiting']}>
          <Skeleton label={say('loadingChats')} rows={8} rowHeight={60} />
        </div>
      )}
      {isEmpty && (
        <div className={styles['empty']}>
          {list.isError ? (
            <LoadFailed query={list} detail={say('chatsSafe')} />
          ) : (
            <NoChats filter={filter} onChange={narrow} />
          )}
        </div>
      )}
      {sessions.length > 0 && (
        <SessionList
          {...{ sessions, linkTo }}
          listKey={JSON.stringify(filter)}
          found={found}
          showsNeeds={filter.view === 'needs-you'}
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
  return (
    <FilterChips
      label={say('view')}
      value={filter.view}
      options={views.map((view) => ({
        value: view,
        label: say(`view.${view}`),
        // The other counts call for no action, and rows show what is unread.
        ...(view === 'needs-you' && totals && { count: totals.needsYou }),
      }))}
      onChange={(view) => narrow({ view })}
    />
  )
}

function ListMenu({ onExport, onSelectAll }: Record<'onExport' | 'onSelectAll', () => void>) {
  const say = useWords()
  const navigate = useNavigate()
  return (
    <Menu
      label={say('listMenu')}
      entries={[
        { label: say('selectAll'), onSelect: onSelectAll },
        { label: say('exportChats'), onSelect: onExport },
        { label: say('bookings'), onSelect: () => void navigate(paths.chats.bookings) },
      ]}
      trigger={
        <IconButton label={say('listMenu')} icon={<EllipsisVertical size={16} aria-hidden />} />
      }
    />
  )
}

interface NoChatsProps {
  filter: SessionFilter
  onChange: (filter: SessionFilter) => void
}

/** Why the list is empty, with one action. */
function NoChats({ filter, onChange }: NoChatsProps) {
  const say = useWords()
  const isFiltered = isNarrowed(filter)
  if (!isFiltered && filter.view === 'all') return <FirstChats />
  const showAll = () => {
    onChange(emptyFilter)
    // The pressed button disappears.
    focusSelectedView()
  }
  const what = isFiltered || filter.view === 'all' ? 'found' : filter.view
  return (
    <EmptyState
      drawing={isFiltered ? 'search' : 'list'}
      title={say(`nothing.${what}`)}
      description={say(`nothingWhy.${what}`)}
      action={<Button onClick={showAll}>{say('showAll')}</Button>}
    />
  )
}

/** Where chats will come from; until then how to try the assistant out. */
function FirstChats() {
  const say = useWords()
  const { data: owner } = useQuery(profileQuery())
  const { provider = 'simulator', chatLink = '' } = owner?.settings.whatsapp ?? {}
  return (
    <EmptyState
      title={say('noChats')}
      description={say('noChatsWhy')}
      action={
        <>
          <ButtonLink to={paths.jobs.try()} variant="primary">
            {say('tryOut')}
          </ButtonLink>
          {chatLink !== '' && (
            <TextLink to={chatLink}>
              {say(provider === 'simulator' ? 'openSimulatedPhone' : 'writeToNumber')}
            </TextLink>
          )}
        </>
      }
    />
  )
}

type FoundByChat = NonNullable<ListedSessions['found']>

/** The list that matches a filter, and the selection in it. */
export function useListPane(filter: SessionFilter) {
  const list = useInfiniteQuery({ ...sessionsQuery(filter), placeholderData: keepPreviousData })
  const sessions = useMemo(() => sessionsOf(list.data), [list.data])
  const found = useMemo(
    () => Object.assign({}, ...(list.data?.pages ?? []).map((page) => page.found)) as FoundByChat,
    [list.data],
  )
  const shown = useMemo(() => sessions.map(({ id }) => id), [sessions])
  const selection = useSelection(shown)
  return { list, sessions, found, shown, selection }
}
