import { browserStorage } from '@errand/shared-auth'
import { EmptyState, Sheet } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useBeforeUnload } from 'react-router-dom'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { contactName } from '@errand/contract/visible-text'
import { DetailsPane } from '../details/details-pane.tsx'
import { ListPane, useListPane } from '../list/list-pane.tsx'
import { useUnsentCount } from '../outbox/use-outbox.ts'
import { useDocumentTitle, useMedia } from '../pane/panes.ts'
import { ThreadPane } from '../thread/thread-pane.tsx'
import { threadQuery } from '../thread/thread.queries.ts'
import { useWords } from '../words/words.ts'
import styles from './inbox.module.css'
import { useInboxKeys } from './use-inbox-keys.ts'

const EmailDialog = lazy(async () => ({
  default: (await import('../email/email-dialog.tsx')).EmailDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('../export/export-dialog.tsx')).ExportDialog,
}))

type Dialog = 'email' | 'export' | 'exportAll'

/** The inbox: the chats, the open one, and what is known of it; one pane at a time on a phone. */
export function InboxPage() {
  const say = useWords()
  const { filter, sessionId, isDetailsOpen, showDetails } = useInboxAddress()
  const pane = useListPane(filter)
  const [dialog, setDialog] = useState<Dialog>()
  const { data: thread } = useQuery({
    ...threadQuery(sessionId ?? ''),
    enabled: sessionId !== undefined,
  })
  const isWide = useMedia('(width >= 1280px)')
  const [isBeside, setIsBeside] = useWideDetails()
  const isDetailsShown = isWide ? isBeside : isDetailsOpen
  const toggleDetails = () => (isWide ? setIsBeside(!isBeside) : showDetails(!isDetailsOpen))
  const openDialog = (name: Dialog) => () => setDialog(name)
  const closeDialog = () => setDialog(undefined)
  useDocumentTitle(thread === undefined ? say('chats') : contactName(thread.session.contact))
  useKeepUnsent()
  useInboxKeys({
    pane,
    thread,
    onDetails: toggleDetails,
    onEmail: openDialog('email'),
    onExportAll: openDialog('exportAll'),
  })
  const details = thread !== undefined && sessionId !== undefined && (
    <DetailsPane
      thread={thread}
      onEmail={openDialog('email')}
      onExport={openDialog('export')}
      {...(isWide && { onClose: () => setIsBeside(false) })}
    />
  )
  return (
    <div
      className={styles['inbox']}
      data-open={sessionId !== undefined || undefined}
      data-details={(isWide && isBeside && details !== false) || undefined}
    >
      <ListPane {...pane} onExport={openDialog('exportAll')} />
      {sessionId === undefined ? (
        <div className={styles['none']}>
          <EmptyState title={say('chooseChat')} description={say('chooseChatWhy')} />
        </div>
      ) : (
        <ThreadPane
          sessionId={sessionId}
          isDetailsShown={isDetailsShown}
          onDetails={toggleDetails}
          onEmail={openDialog('email')}
          onExport={openDialog('export')}
        />
      )}
      {isWide && isBeside && details}
      {!isWide && (
        <Sheet
          isOpen={isDetailsOpen && details !== false}
          title={say('details')}
          onClose={() => showDetails(false)}
        >
          {details}
        </Sheet>
      )}
      <Suspense fallback={null}>
        {dialog === 'email' && thread !== undefined && (
          <EmailDialog isOpen thread={thread} onClose={closeDialog} />
        )}
        {(dialog === 'export' || dialog === 'exportAll') && (
          <ExportDialog
            isOpen
            session={dialog === 'export' ? thread?.session : undefined}
            filter={filter}
            onClose={closeDialog}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Asks before a tab is closed in which replies still wait for the network. */
export function useKeepUnsent(): void {
  const count = useUnsentCount()
  useBeforeUnload((event) => {
    if (count > 0) event.preventDefault()
  })
}

const key = 'errand:inbox:details'

/** Whether the details stand beside the chat, as it was left in this browser. */
export function useWideDetails(): [boolean, (isShown: boolean) => void] {
  const [isShown, setIsShown] = useState(() => browserStorage.getItem(key) !== 'closed')
  const change = (next: boolean) => {
    setIsShown(next)
    browserStorage.setItem(key, next ? 'open' : 'closed')
  }
  return [isShown, change]
}
