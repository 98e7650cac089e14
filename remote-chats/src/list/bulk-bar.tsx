import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { IconButton } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { Bookmark, CircleX, Download, Mail, MailOpen, X } from 'lucide-react'
import toast from 'react-hot-toast'

import { closeSession } from '../chats/chats.api.ts'
import { recount, takeSession } from '../chats/session-cache.ts'
import { exportChats, saveFile } from '../export/export.api.ts'
import { focusView } from '../keyboard/focus.ts'
import { useMarkChats } from '../read/read-marks.ts'
import { useSaveChats } from '../saved/save-menu.tsx'
import { useWords, words } from '../words/words.ts'
import styles from './list-pane.module.css'
import type { useSelection } from './list-pane.tsx'

interface BulkBarProps {
  sessions: readonly ChatSession[]
  selection: ReturnType<typeof useSelection>
}

/** What is done with all chosen chats. */
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
    // The bar goes, with what has the focus.
    focusView()
  }
  const then = (work: () => void) => () => {
    work()
    leave()
  }
  const canClose = chosen.some(({ status }) => status === 'active')
  return (
    <div role="toolbar" aria-label={say('bulk')} className={styles['bulk']}>
      <p role="status">{say('selected', { count: chosen.length })}</p>
      <IconButton
        label={say('markRead')}
        icon={<MailOpen size={16} />}
        onClick={then(() => markChats(chosen, true))}
      />
      <IconButton
        label={say('markUnread')}
        icon={<Mail size={16} />}
        onClick={then(() => markChats(chosen, false))}
      />
      <IconButton
        label={say('saveForLater')}
        icon={<Bookmark size={16} />}
        onClick={then(() => saveChats(chosen, { savedForLater: true }))}
      />
      <IconButton
        label={say('exportThese')}
        icon={<Download size={16} />}
        onClick={then(() => download(chosen))}
      />
      <IconButton
        label={say('closeChats')}
        icon={<CircleX size={16} />}
        disabled={!canClose}
        onClick={then(() => closeChats(chosen))}
      />
      <IconButton label={say('clearSelection')} icon={<X size={16} />} onClick={leave} />
    </div>
  )
}

/** Closes chats; what their contacts write next begins a new one. */
export function useCloseChats(): (sessions: ChatSession[]) => void {
  const { mutate } = useMutation({
    mutationFn: (sessions: ChatSession[]) =>
      Promise.all(sessions.map(({ id }) => closeSession(id))),
    onSuccess: (closed) => {
      for (const session of closed) takeSession(session)
      recount()
      toast.success(words('closed', { count: closed.length }))
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return (sessions) => mutate(sessions.filter(({ status }) => status === 'active'))
}

/** Saves each of some chats as a file of its own, one after the other. */
function useDownloadChats(): (sessions: ChatSession[]) => void {
  const { mutate } = useMutation({
    mutationFn: async (sessions: ChatSession[]) => {
      for (const { id: sessionId } of sessions) {
        const include = ['remarks' as const, 'formData' as const]
        const { file, name } = await exportChats({ sessionId, format: 'csv', include })
        saveFile(file, name)
      }
    },
    onSuccess: (_, { length }) => toast.success(words('exportedChats', { count: length })),
    onError: (error) => toast.error(userMessage(error)),
  })
  return mutate
}
