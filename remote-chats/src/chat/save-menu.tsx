import type { Given } from '@errand/contract/call'
import { saveSessionCall, type ChatSession } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
import { callApi } from '@errand/shared-auth'
import {
  Button,
  Popover,
  TextField,
  readFormats,
  readNow,
  showUndoToast,
  useFormats,
  tooLongBy,
} from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState, type ComponentProps } from 'react'

import { fromLocalTime, toLocalTime } from '../data/clock.ts'
import { patchSession, refreshTotals, applySession } from '../data/session-cache.ts'
import { focusButton } from '../shared/panes.ts'
import { showError } from '../shared/parts.tsx'
import { useWords, words } from '../words/words.ts'
import styles from './save-menu.module.css'

interface SaveMenuProps {
  session: ChatSession
  trigger: ComponentProps<typeof Popover>['trigger']
}

/** Saves a session for later, with an optional reminder and note. */
export function SaveMenu({ session, trigger }: SaveMenuProps) {
  const say = useWords()
  return (
    <Popover label={say('saveForLater')} trigger={trigger}>
      {(close) => <Choices session={session} onDone={close} />}
    </Popover>
  )
}

const maxNoteLength = 500

function Choices({ session, onDone }: { session: ChatSession; onDone: () => void }) {
  const say = useWords()
  const formats = useFormats()
  const saveChats = useSaveChats()
  const [note, setNote] = useState(session.savedNote ?? '')
  const [picked, setPicked] = useState('')
  const [now] = useState(() => new Date(readNow()))
  const isTooLong = tooLongBy(note, maxNoteLength) > 0
  const save = (remindAt: string | null) => {
    saveChats([session], { savedForLater: true, remindAt, note: note.trim() })
    onDone()
  }
  return (
    <div className={styles['menu']}>
      <h3>{say('saveForLater')}</h3>
      {session.remindAt !== undefined && session.savedForLater && (
        <p>{say('remindsAt', { when: formats.dateTime(session.remindAt) })}</p>
      )}
      <TextField
        label={say('note')}
        value={note}
        maxLength={maxNoteLength}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles['choices']}>
        <Button variant="quiet" disabled={isTooLong} onClick={() => save(null)}>
          <span>{say('withoutTime')}</span>
        </Button>
        {savePresets(now).map(({ id, at }) => (
          <Button
            key={id}
            variant="quiet"
            disabled={isTooLong}
            onClick={() => save(at.toISOString())}
          >
            <span>{say(`preset.${id}`)}</span>
            <time dateTime={at.toISOString()}>{formats.dateTime(at)}</time>
          </Button>
        ))}
      </div>
      <div className={styles['pick']}>
        <TextField
          label={say('pickTime')}
          type="datetime-local"
          dir={undefined}
          value={picked}
          min={toLocalTime(now)}
          onChange={({ target }) => setPicked(target.value)}
        />
        <Button
          disabled={picked === '' || isTooLong}
          onClick={() => save(fromLocalTime(picked).toISOString())}
        >
          {say('save')}
        </Button>
      </div>
      {session.savedForLater && (
        <Button
          onClick={() => {
            saveChats([session], { savedForLater: false, remindAt: null })
            onDone()
            // The card from which this was opened may disappear.
            focusButton('s')
          }}
        >
          {say('unsave')}
        </Button>
      )}
    </div>
  )
}

/** What is left out stays as it is. */
type SavedChat = Given<typeof saveSessionCall>['body']

/** Saves sessions for later or removes them, at once and with Undo. */
export function useSaveChats() {
  const { mutate } = useMutation({
    mutationFn: ({ sessions, saved }: { sessions: ChatSession[]; saved: SavedChat }) =>
      Promise.allSettled(sessions.map(({ id }) => callApi(saveSessionCall, { id, body: saved }))),
    onMutate: ({ sessions, saved }) => {
      for (const { id } of sessions) patchSession(id, { savedForLater: saved.savedForLater })
    },
    // Each by itself: one refusal does not roll back the others.
    onSuccess: (answers, { sessions }) => {
      for (const [index, { id, savedForLater }] of sessions.entries()) {
        const answer = answers[index]
        if (answer?.status === 'fulfilled') applySession(answer.value.session)
        else patchSession(id, { savedForLater })
      }
      const refused = answers.find((answer) => answer.status === 'rejected')
      if (refused !== undefined) showError(refused.reason)
      refreshTotals()
    },
  })
  return useCallback(
    (sessions: ChatSession[], saved: SavedChat) => {
      if (sessions.length === 0) return
      mutate({ sessions, saved })
      showUndoToast({
        message: savedMessage(sessions, saved),
        what: words(saved.savedForLater ? 'undoSaving' : 'undoUnsaving'),
        onUndo: () => {
          for (const session of sessions)
            mutate({ sessions: [session], saved: savedStateOf(session) })
        },
      })
    },
    [mutate],
  )
}

const savedStateOf = ({ savedForLater, remindAt, savedNote }: ChatSession): SavedChat => ({
  savedForLater,
  remindAt: remindAt ?? null,
  note: savedNote ?? '',
})

function savedMessage(sessions: ChatSession[], { savedForLater, remindAt }: SavedChat): string {
  const [first] = sessions
  const name = first === undefined ? '' : contactName(first.contact)
  const count = sessions.length
  if (!savedForLater) return words('unsaved', { count, name })
  if (remindAt == null) return words('saved', { count, name })
  return words('savedUntil', { count, when: readFormats().dateTime(remindAt) })
}

const hourMs = 60 * 60 * 1000

/** The usual reminder times, in the time zone of the business. */
export function savePresets(now: Date, timeZone?: string) {
  const today = new Date(`${toLocalTime(now, timeZone).slice(0, 'YYYY-MM-DD'.length)}T00:00Z`)
  const tomorrow = nineOClock(today, 1, timeZone)
  // On Sunday "tomorrow" and "Monday" are the same; on Monday it is the next one.
  const untilMonday = (8 - today.getUTCDay()) % 7 || 7
  const monday = nineOClock(today, untilMonday, timeZone)
  return [
    { id: 'hour' as const, at: new Date(now.getTime() + hourMs) },
    { id: 'tomorrow' as const, at: tomorrow },
    ...(untilMonday === 1 ? [] : [{ id: 'monday' as const, at: monday }]),
  ]
}

/** `today` is midnight of the local date taken as UTC, where every day has 24 hours. */
function nineOClock(today: Date, days: number, timeZone: string | undefined): Date {
  const day = new Date(today.getTime() + days * 24 * hourMs).toISOString()
  return fromLocalTime(day.replace('T00', 'T09').slice(0, 'YYYY-MM-DDTHH:mm'.length), timeZone)
}
