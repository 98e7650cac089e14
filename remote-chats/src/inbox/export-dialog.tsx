import { exportFormats } from '@errand/contract/chats/export'
import type { ChatSession } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
import { userMessage } from '@errand/shared-auth'
import { Button, Checkbox, Dialog, Form, Notice, saveFile } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'

import { exportChats, type ExportRequest } from '../data/export.api.ts'
import { toQuery, type SessionFilter } from '../data/session-filter.ts'
import { Checkboxes, Choice } from '../shared/fields.tsx'
import { useWords } from '../words/words.ts'

interface ExportDialogProps {
  /** One session, or all that the list shows. */
  session: ChatSession | undefined
  filter: SessionFilter
  onClose: () => void
}

const exportParts = ['remarks', 'formData', 'events'] as const

/** Exports sessions as a file. */
export function ExportDialog({ session, filter, onClose }: ExportDialogProps) {
  const say = useWords()
  const formId = useId()
  const description =
    session === undefined
      ? say('exportFiltered')
      : say('exportOne', { name: contactName(session.contact) })
  const [request, setRequest] = useState<ExportRequest>({
    format: 'csv',
    include: ['remarks', 'formData'],
    values: 'labels',
  })
  const change = (part: Partial<ExportRequest>) => setRequest({ ...request, ...part })
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () =>
      exportChats(request, session === undefined ? toQuery(filter) : { sessionId: session.id }),
    onSuccess: ({ file, name }) => saveFile(file, name),
  })
  const actions = (
    <>
      <Button onClick={onClose}>{say(isSuccess ? 'done' : 'cancel')}</Button>
      <Button type="submit" form={formId} variant="primary" isBusy={isPending}>
        {say('export')}
      </Button>
    </>
  )
  return (
    <Dialog isOpen {...{ onClose, description, actions }} title={say('exportTitle')}>
      <Form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          mutate()
        }}
      >
        <Choice
          label={say('format')}
          value={request.format}
          disabled={isPending}
          options={exportFormats.map((format) => [format, say(`format.${format}`)])}
          onChange={(format) => change({ format })}
        />
        <Checkboxes
          legend={say('include')}
          options={exportParts.map((part) => [part, say(`include.${part}`)])}
          chosen={request.include}
          disabled={isPending}
          onChange={(include) => change({ include })}
        />
        <Checkbox
          label={say('exportKeys')}
          checked={request.values === 'keys'}
          disabled={isPending}
          onChange={({ target }) => change({ values: target.checked ? 'keys' : 'labels' })}
        />
        <div aria-live="polite">
          {isSuccess && <Notice tone="success">{say('exportDone')}</Notice>}
          {error !== null && <Notice tone="danger">{userMessage(error)}</Notice>}
        </div>
      </Form>
    </Dialog>
  )
}
