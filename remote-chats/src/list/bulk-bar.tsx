import type { ChatSession } from '@errand/contract/chats/session'
import { IconButton } from '@errand/shared-ui'
import { Bookmark, CircleX, Download, Mail, MailOpen, X } from 'lucide-react'

import { useDownloadChats } from '../export/use-download-chats.ts'
import { useMarkChats } from '../read/use-mark-chats.ts'
import { useSaveChats } from '../saved/use-save-chats.ts'
import { useWords } from '../words/words.ts'
import { useCloseChats } from './use-close-chats.ts'
import { focusView } from './focus-view.ts'
import styles from './list-pane.module.css'
import type { useSelection } from './use-selection.ts'

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
