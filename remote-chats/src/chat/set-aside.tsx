import type { Given } from '@errand/contract/call'
import { setAttentionCall, type ChatSession } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
import { callApi } from '@errand/shared-auth'
import {
  IconButton,
  Menu,
  readFormats,
  readNow,
  showUndoToast,
  useFormats,
} from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { AlarmClock, Check } from 'lucide-react'
import { useCallback } from 'react'

import { applySession, refreshTotals } from '../data/session-cache.ts'
import { showError } from '../shared/parts.tsx'
import { useWords, words } from '../words/words.ts'
import { savePresets } from './save-menu.tsx'

interface Change {
  session: ChatSession
  body: Given<typeof setAttentionCall>['body']
}

/** Puts a chat aside until something new happens, or until a time; with Undo. */
export function useSetAside(): (session: ChatSession, until?: Date) => void {
  const { mutateAsync } = useMutation({
    mutationFn: ({ session: { id }, body }: Change) => callApi(setAttentionCall, { id, body }),
    onSuccess: ({ session }) => {
      applySession(session)
      refreshTotals()
    },
    onError: showError,
  })
  return useCallback(
    (session, until) => {
      const body = { done: true, ...(until !== undefined && { until: until.toISOString() }) }
      const showUndo = () => {
        const name = contactName(session.contact)
        const when = until === undefined ? '' : readFormats().dateTime(until)
        const before = { done: false, remindAt: session.remindAt ?? null }
        showUndoToast({
          message:
            until === undefined ? words('isDone', { name }) : words('isSnoozed', { name, when }),
          what: words('undoAside', { name }),
          onUndo: () => void mutateAsync({ session, body: before }).catch(() => undefined),
        })
      }
      // A refusal was shown already.
      mutateAsync({ session, body }).then(showUndo, () => undefined)
    },
    [mutateAsync],
  )
}

interface SetAsideProps {
  session: ChatSession
  /** -1 where the keyboard reaches both another way. */
  tabIndex?: number
}

/** Done and Snooze of one chat that needs its owner. */
export function SetAside({ session, tabIndex }: SetAsideProps) {
  const say = useWords()
  const formats = useFormats()
  const setAside = useSetAside()
  const name = contactName(session.contact)
  const presets = savePresets(new Date(readNow()))
  const focusable = tabIndex === undefined ? {} : { tabIndex }
  return (
    <>
      <IconButton
        size="small"
        {...focusable}
        label={say('doneWith', { name })}
        icon={<Check size={16} aria-hidden />}
        onClick={() => setAside(session)}
      />
      <Menu
        label={say('snooze', { name })}
        entries={presets.map(({ id, at }) => ({
          label: `${say(`preset.${id}`)} · ${formats.dateTime(at)}`,
          onSelect: () => setAside(session, at),
        }))}
        trigger={
          <IconButton
            size="small"
            {...focusable}
            label={say('snooze', { name })}
            icon={<AlarmClock size={16} aria-hidden />}
          />
        }
      />
    </>
  )
}
