import { contactName } from '@errand/contract/visible-text'
import { browserStorage } from '@errand/shared-auth'
import { EmptyState, Sheet, useActions, useDocumentTitle, useMedia } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { useBeforeUnload } from 'react-router-dom'

import { ChatPane } from '../chat/chat-pane.tsx'
import { DetailsPane } from '../chat/details-pane.tsx'
import { useSetAside } from '../chat/set-aside.tsx'
import { chatQuery, type Chat } from '../data/chat.ts'
import { useInboxAddress } from '../data/inbox-address.ts'
import { useMarkChats } from '../data/read-marks.ts'
import { useChatDrafts } from '../send/reply.ts'
import { useUnsentCount } from '../send/use-outbox.tsx'
import { focusComposer, pressButton } from '../shared/panes.ts'
import { useWords } from '../words/words.ts'
import styles from './inbox.module.css'
import { ListPane, useListPane } from './list/list-pane.tsx'

const EmailDialog = lazy(async () => ({
  default: (await import('../chat/email-dialog.tsx')).EmailDialog,
}))
const ExportDialog = lazy(async () => ({
  default: (await import('./export-dialog.tsx')).ExportDialog,
}))

type Dialog = 'email' | 'export' | 'exportAll'

/** The inbox: list, open chat and details; on a phone one pane at a time. */
export function InboxPage() {
  const say = useWords()
  const { filter, sessionId, isDetailsOpen, showDetails } = useInboxAddress()
  const pane = useListPane(filter)
  const [dialog, setDialog] = useState<Dialog>()
  const { data: chat } = useQuery({
    ...chatQuery(sessionId ?? ''),
    enabled: sessionId !== undefined,
  })
  const isWide = useMedia('(width >= 1280px)')
  const [isBeside, setIsBeside] = useWideDetails()
  const isDetailsShown = isWide ? isBeside : isDetailsOpen
  const toggleDetails = () => (isWide ? setIsBeside(!isBeside) : showDetails(!isDetailsOpen))
  const openDialog = (name: Dialog) => () => setDialog(name)
  const closeDialog = () => setDialog(undefined)
  useDocumentTitle(chat === undefined ? say('chats') : contactName(chat.session.contact))
  useWarnUnsent()
  useInboxKeys({
    pane,
    chat,
    onDetails: toggleDetails,
    onEmail: openDialog('email'),
    onExportAll: openDialog('exportAll'),
  })
  const details = chat !== undefined && sessionId !== undefined && (
    <DetailsPane
      chat={chat}
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
        <ChatPane
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
        {dialog === 'email' && chat !== undefined && (
          <EmailDialog chat={chat} onClose={closeDialog} />
        )}
        {(dialog === 'export' || dialog === 'exportAll') && (
          <ExportDialog
            session={dialog === 'export' ? chat?.session : undefined}
            filter={filter}
            onClose={closeDialog}
          />
        )}
      </Suspense>
    </div>
  )
}

/** Asks before the tab is closed while replies wait for the network. */
export function useWarnUnsent(): void {
  const count = useUnsentCount()
  useBeforeUnload((event) => {
    if (count > 0) event.preventDefault()
  })
}

const detailsKey = 'errand:inbox:details'

/** Whether the details are shown beside the chat, stored in this browser. */
export function useWideDetails(): [boolean, (isShown: boolean) => void] {
  const [isShown, setIsShown] = useState(() => browserStorage.getItem(detailsKey) !== 'closed')
  const change = (next: boolean) => {
    setIsShown(next)
    browserStorage.setItem(detailsKey, next ? 'open' : 'closed')
  }
  return [isShown, change]
}

interface InboxKeys {
  pane: ReturnType<typeof useListPane>
  chat: Chat | undefined
  onDetails: () => void
  onEmail: () => void
  onExportAll: () => void
}

/** The inbox's keyboard shortcuts and commands of the palette. */
export function useInboxKeys(keys: InboxKeys): void {
  const say = useWords()
  const { sessionId } = useInboxAddress()
  const list = useListActions(keys)
  const chatActions = useChatActions(keys)
  useActions(say('chats'), list)
  useActions(say('openChat'), sessionId === undefined ? [] : chatActions)
}

function useListActions({ pane, onExportAll }: InboxKeys) {
  const say = useWords()
  const { sessions, selection } = pane
  const { filter, sessionId, open, close } = useInboxAddress()
  const goToChat = (step: number) => {
    const index = sessions.findIndex(({ id }) => id === sessionId)
    const next = sessions[index < 0 ? 0 : index + step]
    if (next === undefined) return
    open(next.id, filter.view === 'needs-you' ? next.needs?.messageId : undefined)
  }
  const leave = () => {
    if (selection.selected.size > 0) selection.clear()
    else if (sessionId !== undefined) close()
  }
  const search = () => document.querySelector<HTMLElement>('[data-search="chats"]')?.focus()
  return [
    { id: 'chats:next', label: say('key.next'), keys: 'j', run: () => goToChat(1) },
    { id: 'chats:previous', label: say('key.previous'), keys: 'k', run: () => goToChat(-1) },
    { id: 'chats:search', label: say('searchChats'), keys: '/', run: search },
    { id: 'chats:leave', label: say('key.close'), keys: 'Escape', run: leave },
    { id: 'chats:export', label: say('exportChats'), run: onExportAll },
  ]
}

function useChatActions({ pane, chat, onDetails, onEmail }: InboxKeys) {
  const say = useWords()
  const { sessionId = '' } = useInboxAddress()
  const markChats = useMarkChats()
  const setAside = useSetAside()
  const { write } = useChatDrafts()
  const startWriting = (mode: 'reply' | 'remark') => () => {
    write(sessionId, { mode })
    focusComposer()
  }
  const toggleRead = () => {
    if (chat === undefined) return
    const isUnread = chat.session.unreadCount > 0
    markChats([chat.session], isUnread)
  }
  const select = () => pane.selection.select(sessionId, false)
  return [
    { id: 'chat:reply', label: say('mode.reply'), keys: 'r', run: startWriting('reply') },
    { id: 'chat:remark', label: say('mode.remark'), keys: 'm', run: startWriting('remark') },
    { id: 'chat:template', label: say('templates'), keys: 't', run: () => pressButton('t') },
    { id: 'chat:handler', label: say('key.handler'), keys: 'h', run: () => pressButton('h') },
    { id: 'chat:read', label: say('key.read'), keys: 'u', run: toggleRead },
    ...(chat?.session.needs === undefined
      ? []
      : [
          { id: 'chat:done', label: say('key.done'), keys: 'y', run: () => setAside(chat.session) },
        ]),
    { id: 'chat:save', label: say('saveForLater'), keys: 's', run: () => pressButton('s') },
    { id: 'chat:email', label: say('emailChat'), keys: 'e', run: onEmail },
    { id: 'chat:details', label: say('details'), keys: 'd', run: onDetails },
    { id: 'chat:select', label: say('key.select'), keys: 'x', run: select },
  ]
}
