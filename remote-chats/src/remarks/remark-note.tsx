import type { Remark } from '@errand/contract/chats/remark'
import { hasVisibleText } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import { Button, IconButton, RelativeTime, TextArea } from '@errand/shared-ui'
import { Pencil, StickyNote, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { useWords } from '../words/words.ts'
import styles from './remarks.module.css'
import { useChangeRemark, useRemoveRemark } from './use-remarks.ts'

/** A remark: its own colour, its own sign, and in words that nobody else sees it. */
export function RemarkNote({ remark }: { remark: Remark }) {
  const say = useWords()
  const [isChanging, setIsChanging] = useState(false)
  const remove = useRemoveRemark()
  return (
    <div className={styles['note']}>
      <p className={styles['head']}>
        <StickyNote size={14} aria-hidden="true" />
        <b>{say('onlyYou')}</b>
        <RelativeTime at={remark.createdAt} />
        {remark.editedAt !== undefined && <span>{say('edited')}</span>}
        <span className={styles['tools']}>
          <IconButton
            size="small"
            label={say('changeRemark')}
            icon={<Pencil size={14} />}
            onClick={() => setIsChanging(true)}
          />
          <IconButton
            size="small"
            label={say('removeRemark')}
            icon={<Trash2 size={14} />}
            onClick={() => remove(remark)}
          />
        </span>
      </p>
      {isChanging ? (
        <ChangeRemark remark={remark} onDone={() => setIsChanging(false)} />
      ) : (
        <p className={styles['text']} dir="auto">
          {remark.text}
        </p>
      )}
    </div>
  )
}

function ChangeRemark({ remark, onDone }: { remark: Remark; onDone: () => void }) {
  const say = useWords()
  const [text, setText] = useState(remark.text)
  const { mutate, isPending, error } = useChangeRemark()
  const save = () => mutate({ id: remark.id, text: text.trim() }, { onSuccess: onDone })
  return (
    <form
      className={styles['change']}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TextArea
        label={say('changeRemark')}
        value={text}
        maxLength={2000}
        error={error === null ? undefined : userMessage(error)}
        onChange={({ target }) => setText(target.value)}
      />
      <div>
        <Button type="submit" size="small" isBusy={isPending} disabled={!hasVisibleText(text)}>
          {say('save')}
        </Button>
        <Button size="small" variant="quiet" onClick={onDone}>
          {say('cancel')}
        </Button>
      </div>
    </form>
  )
}
