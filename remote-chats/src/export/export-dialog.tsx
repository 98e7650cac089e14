import { exportFormats } from '@errand/contract/chats/export'
import type { ChatSession } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import { Button, Checkbox, Dialog, Notice, SelectField } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { toQuery, type SessionFilter } from '../chats/session-filter.ts'
import { useWords } from '../words/words.ts'
import { exportChats, saveFile, type ExportFormat, type ExportRequest } from './export.api.ts'
import styles from './export-dialog.module.css'

interface ExportDialogProps {
  isOpen: boolean
  /** One chat, or all that the list shows. */
  session: ChatSession | undefined
  filter: SessionFilter
  onClose: () => void
}

/** Saves chats as a file. */
export function ExportDialog({ isOpen, session, filter, onClose }: ExportDialogProps) {
  const say = useWords()
  const description =
    session === undefined
      ? say('exportFiltered')
      : say('exportOne', { name: contactName(session.contact) })
  return (
    <Dialog {...{ isOpen, onClose, description }} title={say('exportTitle')}>
      <ExportForm session={session} filter={filter} onClose={onClose} />
    </Dialog>
  )
}

const parts = ['remarks', 'formData', 'events'] as const

function ExportForm({ session, filter, onClose }: Omit<ExportDialogProps, 'isOpen'>) {
  const say = useWords()
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [include, setInclude] = useState<ExportRequest['include']>(['remarks', 'formData'])
  const [values, setValues] = useState<NonNullable<ExportRequest['values']>>('labels')
  const exporting = useMutation({
    mutationFn: exportChats,
    onSuccess: ({ file, name }) => saveFile(file, name),
  })
  const { isPending: isBusy, isSuccess: isDone, error } = exporting
  const scope = session === undefined ? { filter: toQuery(filter) } : { sessionId: session.id }
  return (
    <div className={styles['form']}>
      <SelectField
        label={say('format')}
        value={format}
        disabled={isBusy}
        onChange={({ target }) =>
          setFormat(exportFormats.find((one) => one === target.value) ?? 'csv')
        }
      >
        {exportFormats.map((one) => (
          <option key={one} value={one}>
            {say(`format.${one}`)}
          </option>
        ))}
      </SelectField>
      <fieldset className={styles['parts']} disabled={isBusy}>
        <legend>{say('include')}</legend>
        {parts.map((part) => (
          <Checkbox
            key={part}
            label={say(`include.${part}`)}
            checked={include.includes(part)}
            onChange={({ target }) =>
              setInclude(
                target.checked ? [...include, part] : include.filter((one) => one !== part),
              )
            }
          />
        ))}
      </fieldset>
      <Checkbox
        label={say('exportKeys')}
        checked={values === 'keys'}
        disabled={isBusy}
        onChange={({ target }) => setValues(target.checked ? 'keys' : 'labels')}
      />
      <div aria-live="polite">
        {isDone && <Notice tone="success">{say('exportDone')}</Notice>}
        {error !== null && <Notice tone="danger">{userMessage(error)}</Notice>}
      </div>
      <div className={styles['buttons']}>
        <Button onClick={onClose}>{say(isDone ? 'done' : 'cancel')}</Button>
        <Button
          variant="primary"
          isBusy={isBusy}
          onClick={() => exporting.mutate({ ...scope, format, include, values })}
        >
          {say('export')}
        </Button>
      </div>
    </div>
  )
}
