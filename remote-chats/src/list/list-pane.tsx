import { userMessage } from '@errand/shared-auth'
import { ErrorState, FilterChips, IconButton, Menu, Skeleton } from '@errand/shared-ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { totalsQuery } from '../chats/chats.queries.ts'
import { views } from '../chats/session-filter.ts'
import { useWords } from '../words/words.ts'
import { BulkBar } from './bulk-bar.tsx'
import { FilterMenu } from './filter-menu.tsx'
import { viewsMark } from './focus-view.ts'
import { LiveState } from './live-state.tsx'
import styles from './list-pane.module.css'
import { ListSearch } from './list-search.tsx'
import { NoChats } from './no-chats.tsx'
import { SessionList } from './session-list.tsx'
import type { useListPane } from './use-list-pane.ts'

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
