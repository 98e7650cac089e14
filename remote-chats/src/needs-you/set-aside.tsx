import type { ChatSession, SetAttention } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
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

import { savePresets } from '../chat/save-menu.tsx'
import { setAttention } from '../chats/chats.api.ts'
import { showError } from '../chats/parts.tsx'
import { applySession, refreshTotals } from '../chats/session-cache.ts'
import { useWords, words } from '../words/words.ts'

interface Change {
  session: ChatSession
  input: SetAttention
}

/** Puts a chat aside until something new happens, or until a time; with Undo. */
export function useSetAside(): (session: ChatSession, until?: Date) => void {
  const { mutateAsync } = useMutation({
    mutationFn: ({ session, input }: Change) => setAttention(session.id, input),
    onSuccess: (session) => {
      applySession(session)
      refreshTotals()
    },
    onError: showError,
  })
  return useCallback(
    (session, until) => {
      const input = { done: true, ...(until !== undefined && { until: until.toISOString() }) }
      const showUndo = () => {
        const name = contactName(session.contact)
        const when = until === undefined ? '' : readFormats().dateTime(until)
        const before = { done: false, remindAt: session.remindAt ?? null }
        showUndoToast({
          message:
            until === undefined ? words('isDone', { name }) : words('isSnoozed', { name, when }),
          what: words('undoAside', { name }),
          onUndo: () => void mutateAsync({ session, input: before }).catch(() => undefined),
        })
      }
      // A refusal was shown already.
      mutateAsync({ session, input }).then(showUndo, () => undefined)
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
