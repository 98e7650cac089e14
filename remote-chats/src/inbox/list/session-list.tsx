import type { ChatSession, FoundMessage } from '@errand/contract/chats/session'
import { useNow } from '@errand/shared-ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'

import { focusIfLost, useIsKeyboardNavigation, useIsOnePane } from '../../shared/panes.ts'
import { useWords } from '../../words/words.ts'
import styles from './session-row.module.css'
import { SessionRow, useRowActions } from './session-row.tsx'

const rowHeightPx = 72
const minuteMs = 60_000

interface SessionListProps {
  sessions: readonly ChatSession[]
  /** When it changes, the list scrolls to its top. */
  listKey: string
  openId: string | undefined
  linkTo: (id: string, message?: string) => string
  /** By session, the messages that a search has found. */
  found: Readonly<Record<string, FoundMessage>>
  /** Whether the rows say what their chats need the owner for. */
  showsNeeds: boolean
  selected: ReadonlySet<string>
  onSelect: (id: string, isRange: boolean) => void
  hasMore: boolean
  onEnd: () => void
}

/** The sessions; only the visible rows are rendered. */
export function SessionList(props: SessionListProps) {
  const { sessions, listKey, openId, linkTo, showsNeeds, found } = props
  const { selected, onSelect, hasMore, onEnd } = props
  const say = useWords()
  const now = useNow(minuteMs)
  const actions = useRowActions()
  const frame = useRef<HTMLDivElement>(null)
  const isOnePane = useIsOnePane()
  const isKeyboard = useIsKeyboardNavigation()
  const previousOpenId = useRef(openId)
  const ids = useMemo(() => sessions.map(({ id }) => id), [sessions])
  const virtual = useVirtualizer({
    count: ids.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeightPx,
    // Stable: a new function would make the virtualizer measure all rows again.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    overscan: 6,
    initialRect: { width: 320, height: 720 },
  })
  const rows = virtual.getVirtualItems()
  const lastShown = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && lastShown >= ids.length - 10) onEnd()
  }, [hasMore, lastShown, ids.length, onEnd])
  useEffect(() => {
    // With braces: some browsers return a promise, which React would take for a cleanup function.
    frame.current?.scrollTo({ top: 0 })
  }, [listKey])
  // Scrolls to the row that was open. Only for the keyboard: otherwise the list stays where it was,
  // although an answered chat has moved to the top.
  const returnTo = (index: number) => {
    if (index < 0) return
    virtual.scrollToIndex(index, { align: 'auto' })
    const focus = () => focusIfLost(rowOf(frame.current, ids[index]))
    focus()
    requestAnimationFrame(focus)
  }
  useEffect(() => {
    const index = openId === undefined ? -1 : ids.indexOf(openId)
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' })
    if (openId === undefined && isOnePane && isKeyboard.current)
      returnTo(ids.indexOf(previousOpenId.current ?? ''))
    previousOpenId.current = openId
    // Only when another chat is opened: the list is its reader's to scroll.
    // eslint-disable-next-line react/exhaustive-deps
  }, [openId])

  // Tab reaches one row only, which has to be rendered.
  const renderedIds = rows.flatMap(({ index }) => ids[index] ?? [])
  const tabbableId = openId !== undefined && renderedIds.includes(openId) ? openId : renderedIds[0]
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- its rows have the focus
    <div
      ref={frame}
      className={styles['frame']}
      onKeyDown={(event) => moveFocus(event, { ids, scrollTo: virtual.scrollToIndex })}
    >
      <ul
        // Safari drops the list role of a list without bullets.
        // eslint-disable-next-line jsx-a11y/no-redundant-roles
        role="list"
        aria-label={say('chats')}
        className={styles['list']}
        style={{ blockSize: virtual.getTotalSize() }}
      >
        {rows.map(({ index, key, start }) => {
          const session = sessions[index]
          if (session === undefined) return null
          return (
            <li
              key={key}
              aria-setsize={hasMore ? -1 : ids.length}
              aria-posinset={index + 1}
              className={styles['item']}
              style={{ transform: `translateY(${start}px)` }}
            >
              <SessionRow
                {...{ session, now, actions, onSelect }}
                to={linkTo(
                  session.id,
                  found[session.id]?.messageId ??
                    (showsNeeds ? session.needs?.messageId : undefined),
                )}
                found={found[session.id]}
                showsNeed={showsNeeds && session.needs !== undefined}
                isOpen={session.id === openId}
                isTabbable={session.id === tabbableId}
                isSelecting={selected.size > 0}
                isSelected={selected.has(session.id)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface FocusableRows {
  ids: readonly string[]
  scrollTo: (index: number) => void
}

const rowOf = (frame: HTMLElement | null, id: string | undefined): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? null

/** Arrow keys move the focus between rows, also to one that is not rendered yet. */
function moveFocus(event: KeyboardEvent<HTMLElement>, { ids, scrollTo }: FocusableRows): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const row = (event.target as HTMLElement).dataset['row']
  if (step === undefined || row === undefined) return
  const index = ids.indexOf(row) + step
  const next = ids[index]
  if (next === undefined) return
  event.preventDefault()
  scrollTo(index)
  const frame = event.currentTarget
  const focus = () => rowOf(frame, next)?.focus()
  focus()
  requestAnimationFrame(focus)
}
