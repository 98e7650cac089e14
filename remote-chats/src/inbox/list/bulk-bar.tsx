import type { ChatSession } from '@errand/contract/chats/session'
import { IconButton, saveFile } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Bookmark, CircleX, Download, Mail, MailOpen, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import toast from 'react-hot-toast'

import { useCloseChats } from '../../chat/close-chats.ts'
import { useSaveChats } from '../../chat/save-menu.tsx'
import { exportChats } from '../../data/export.api.ts'
import { useMarkChats } from '../../data/read-marks.ts'
import { focusSelectedView } from '../../shared/panes.ts'
import { showError } from '../../shared/parts.tsx'
import type { WordKey } from '../../words/en.ts'
import { useWords, words } from '../../words/words.ts'
import styles from './list-pane.module.css'

interface BulkBarProps {
  sessions: readonly ChatSession[]
  selection: ReturnType<typeof useSelection>
}

/** Actions on all selected sessions. */
export function BulkBar({ sessions, selection: { selected, clear } }: BulkBarProps) {
  const say = useWords()
  const markChats = useMarkChats()
  const saveChats = useSaveChats()
  const closeChats = useCloseChats()
  const download = useDownloadChats()
  const chosen = sessions.filter(({ id }) => selected.has(id))
  if (chosen.length === 0) return null
  const leave = () => {
    clear()
    // The bar disappears, and the focused button with it.
    focusSelectedView()
  }
  const isOver = chosen.every(({ status }) => status !== 'active')
  const tools: [WordKey, typeof Mail, () => void, boolean?][] = [
    ['markRead', MailOpen, () => markChats(chosen, true)],
    ['markUnread', Mail, () => markChats(chosen, false)],
    ['saveForLater', Bookmark, () => saveChats(chosen, { savedForLater: true })],
    ['exportThese', Download, () => download(chosen)],
    ['closeChats', CircleX, () => closeChats(chosen), isOver],
  ]
  return (
    <div role="toolbar" aria-label={say('bulk')} className={styles['bulk']}>
      <p role="status">{say('selected', { count: chosen.length })}</p>
      {tools.map(([label, Icon, work, isDisabled = false]) => (
        <IconButton
          key={label}
          label={say(label)}
          icon={<Icon size={16} />}
          disabled={isDisabled}
          onClick={() => {
            work()
            leave()
          }}
        />
      ))}
      <IconButton label={say('clearSelection')} icon={<X size={16} />} onClick={leave} />
    </div>
  )
}

/** Exports each session as a file of its own, one after the other. */
function useDownloadChats(): (sessions: ChatSession[]) => void {
  const { mutate } = useMutation({
    mutationFn: async (sessions: ChatSession[]) => {
      for (const { id: sessionId } of sessions) {
        const { file, name } = await exportChats(
          { format: 'csv', include: ['remarks', 'formData'], values: 'labels' },
          { sessionId },
        )
        saveFile(file, name)
      }
    },
    onSuccess: (_, { length }) => toast.success(words('exportedChats', { count: length })),
    onError: showError,
  })
  return mutate
}

/** The selected sessions, for actions on several at once. */
export function useSelection(order: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const shown = useRef(order)
  useEffect(() => {
    shown.current = order
  }, [order])
  // Stable: rows are memoized and hold it.
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
