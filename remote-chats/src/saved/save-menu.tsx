import type { ChatSession } from '@errand/contract/chats/session'
import { Button, Popover, readNow, TextField, useFormats } from '@errand/shared-ui'
import { useState, type ButtonHTMLAttributes, type ReactElement } from 'react'

import { fromLocalTime, toLocalTime } from '../clock/zoned-time.ts'
import { focusButton } from '../keyboard/press-button.ts'
import { useWords } from '../words/words.ts'
import { savePresets } from './save-presets.ts'
import styles from './save-menu.module.css'
import { useSaveChats } from './use-save-chats.ts'

interface SaveMenuProps {
  session: ChatSession
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
}

/** Saves a chat, until a moment that is said exactly, with a note if one is wanted. */
export function SaveMenu({ session, trigger }: SaveMenuProps) {
  const say = useWords()
  return (
    <Popover label={say('saveForLater')} trigger={trigger}>
      {(close) => <Choices session={session} onDone={close} />}
    </Popover>
  )
}

function Choices({ session, onDone }: { session: ChatSession; onDone: () => void }) {
  const say = useWords()
  const formats = useFormats()
  const saveChats = useSaveChats()
  const [note, setNote] = useState(session.savedNote ?? '')
  const [picked, setPicked] = useState('')
  const [now] = useState(() => new Date(readNow()))
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
        maxLength={500}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className={styles['choices']}>
        <Button variant="quiet" onClick={() => save(null)}>
          <span>{say('withoutTime')}</span>
        </Button>
        {savePresets(now).map(({ id, at }) => (
          <Button key={id} variant="quiet" onClick={() => save(at.toISOString())}>
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
        <Button disabled={picked === ''} onClick={() => save(fromLocalTime(picked).toISOString())}>
          {say('save')}
        </Button>
      </div>
      {session.savedForLater && (
        <Button
          onClick={() => {
            saveChats([session], { savedForLater: false, remindAt: null })
            onDone()
            // The card that it may have been opened from goes.
            focusButton('s')
          }}
        >
          {say('unsave')}
        </Button>
      )}
    </div>
  )
}
