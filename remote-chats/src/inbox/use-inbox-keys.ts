import { useActions } from '@errand/shared-ui'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { useChatDrafts } from '../drafts/chat-drafts.ts'
import { focusComposer, pressButton } from '../keyboard/focus.ts'
import type { useListPane } from '../list/list-pane.tsx'
import { useMarkChats } from '../read/read-marks.ts'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'

interface InboxKeys {
  pane: ReturnType<typeof useListPane>
  thread: Thread | undefined
  onDetails: () => void
  onEmail: () => void
  onExportAll: () => void
}

/** What the inbox does by keys and from the command palette. */
export function useInboxKeys(keys: InboxKeys): void {
  const say = useWords()
  const { sessionId } = useInboxAddress()
  const list = useListActions(keys)
  const chat = useChatActions(keys)
  useActions(say('chats'), list)
  useActions(say('openChat'), sessionId === undefined ? [] : chat)
}

function useListActions({ pane, onExportAll }: InboxKeys) {
  const say = useWords()
  const { shown, selection } = pane
  const { sessionId, open, close } = useInboxAddress()
  const go = (step: number) => {
    const index = shown.indexOf(sessionId ?? '')
    const next = shown[index < 0 ? 0 : index + step]
    if (next !== undefined) open(next)
  }
  const leave = () => {
    if (selection.selected.size > 0) selection.clear()
    else if (sessionId !== undefined) close()
  }
  const search = () => document.querySelector<HTMLElement>('[data-search="chats"]')?.focus()
  return [
    { id: 'chats:next', label: say('key.next'), keys: 'j', run: () => go(1) },
    { id: 'chats:previous', label: say('key.previous'), keys: 'k', run: () => go(-1) },
    { id: 'chats:search', label: say('searchChats'), keys: '/', run: search },
    { id: 'chats:leave', label: say('key.close'), keys: 'Escape', run: leave },
    { id: 'chats:export', label: say('exportChats'), run: onExportAll },
  ]
}

function useChatActions({ pane, thread, onDetails, onEmail }: InboxKeys) {
  const say = useWords()
  const { sessionId = '' } = useInboxAddress()
  const markChats = useMarkChats()
  const { write } = useChatDrafts()
  const begin = (mode: 'reply' | 'remark') => () => {
    write(sessionId, { mode })
    focusComposer()
  }
  const toggleRead = () => {
    if (thread === undefined) return
    const isUnread = thread.session.unreadCount > 0
    markChats([thread.session], isUnread)
  }
  const select = () => pane.selection.select(sessionId, false)
  return [
    { id: 'chat:reply', label: say('mode.reply'), keys: 'r', run: begin('reply') },
    { id: 'chat:remark', label: say('mode.remark'), keys: 'm', run: begin('remark') },
    { id: 'chat:template', label: say('templates'), keys: 't', run: () => pressButton('t') },
    { id: 'chat:handler', label: say('key.handler'), keys: 'h', run: () => pressButton('h') },
    { id: 'chat:read', label: say('key.read'), keys: 'u', run: toggleRead },
    { id: 'chat:save', label: say('saveForLater'), keys: 's', run: () => pressButton('s') },
    { id: 'chat:email', label: say('emailChat'), keys: 'e', run: onEmail },
    { id: 'chat:details', label: say('details'), keys: 'd', run: onDetails },
    { id: 'chat:select', label: say('key.select'), keys: 'x', run: select },
  ]
}
