import { paths } from '@errand/contract/paths'
import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import { isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  Checkbox,
  Dialog,
  Notice,
  Tabs,
  TextArea,
  TextField,
} from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import { emailSession } from '../chats/chats.api.ts'
import { newKey } from '../chats/new-key.ts'
import { useInboxSettings } from '../settings/inbox-settings.ts'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import styles from './email-dialog.module.css'
import { EmailPreview } from './email-preview.tsx'
import { splitAddresses, type Letter } from './letter.ts'

interface EmailDialogProps {
  isOpen: boolean
  thread: Thread
  onClose: () => void
}

/** Sends a chat by e-mail; what goes out is seen before. */
export function EmailDialog({ isOpen, thread, onClose }: EmailDialogProps) {
  const say = useWords()
  return (
    <Dialog {...{ isOpen, onClose }} look="wide" title={say('emailTitle')}>
      <EmailForm thread={thread} onDone={onClose} />
    </Dialog>
  )
}

const parts = ['messages', 'formData', 'remarks', 'media'] as const

function EmailForm({ thread, onDone }: { thread: Thread; onDone: () => void }) {
  const { session } = thread
  const say = useWords()
  const { user } = useInboxSettings()
  const name = contactName(session.contact)
  const [tab, setTab] = useState('write')
  const [letter, setLetter] = useState<Letter>({
    to: user?.email ?? '',
    cc: '',
    subject: say('emailSubject', { name }),
    note: '',
    format: 'html',
    include: { messages: true, formData: true, remarks: false, media: false },
    replyToContact: false,
  })
  const [key] = useState(newKey)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      emailSession(session.id, {
        letter: { ...letter, to: splitAddresses(letter.to), cc: splitAddresses(letter.cc) },
        key,
      }),
    onSuccess: () => {
      toast.success(say('emailQueued'))
      onDone()
    },
  })
  const write = (part: Partial<Letter>) => setLetter({ ...letter, ...part })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  return (
    <form noValidate className={styles['form']} onSubmit={handleSubmit}>
      <Tabs
        label={say('emailTitle')}
        selected={tab}
        onSelect={setTab}
        tabs={[
          {
            id: 'write',
            label: say('emailWrite'),
            content: <Fields {...{ letter, write, error }} />,
          },
          {
            id: 'preview',
            label: say('emailPreview'),
            content: <EmailPreview {...{ letter, thread }} />,
          },
        ]}
      />
      <Problem error={error} />
      <div className={styles['buttons']}>
        <Button onClick={onDone}>{say('cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          isBusy={isPending}
          disabled={splitAddresses(letter.to).length === 0 || !hasVisibleText(letter.subject)}
        >
          {say('sendEmail')}
        </Button>
      </div>
    </form>
  )
}

interface FieldsProps {
  letter: Letter
  write: (part: Partial<Letter>) => void
  error: Error | null
}

function Fields({ letter, write, error }: FieldsProps) {
  const say = useWords()
  return (
    <div className={styles['fields']}>
      <TextField
        // React keeps `autoFocus` to itself, and a window that opens looks for the attribute.
        ref={(input) => input?.setAttribute('autofocus', '')}
        label={say('emailTo')}
        hint={say('emailToHint')}
        type="text"
        inputMode="email"
        value={letter.to}
        error={problemAt(error, '#/to')}
        onChange={({ target }) => write({ to: target.value })}
      />
      <TextField
        label={say('emailCc')}
        inputMode="email"
        value={letter.cc}
        error={problemAt(error, '#/cc')}
        onChange={({ target }) => write({ cc: target.value })}
      />
      <TextField
        label={say('emailSubjectLabel')}
        value={letter.subject}
        maxLength={200}
        error={problemAt(error, '#/subject')}
        onChange={({ target }) => write({ subject: target.value })}
      />
      <TextArea
        label={say('emailNote')}
        value={letter.note}
        rows={3}
        maxLength={2000}
        onChange={({ target }) => write({ note: target.value })}
      />
      <fieldset className={styles['parts']}>
        <legend>{say('include')}</legend>
        {parts.map((part) => (
          <Checkbox
            key={part}
            label={say(`emailInclude.${part}`)}
            checked={letter.include[part]}
            onChange={({ target }) =>
              write({ include: { ...letter.include, [part]: target.checked } })
            }
          />
        ))}
        <Checkbox
          label={say('emailAsPdf')}
          checked={letter.format === 'pdf'}
          onChange={({ target }) => write({ format: target.checked ? 'pdf' : 'html' })}
        />
        <Checkbox
          label={say('emailReplyTo')}
          checked={letter.replyToContact}
          onChange={({ target }) => write({ replyToContact: target.checked })}
        />
      </fieldset>
    </div>
  )
}

const problemAt = (error: Error | null, pointer: string): string | undefined =>
  isApiError(error)
    ? error.problem?.errors?.find((one) => one.pointer.startsWith(pointer))?.detail
    : undefined

/** A refusal that belongs to no field, with the one thing that helps. */
function Problem({ error }: { error: Error | null }) {
  const say = useWords()
  if (error === null) return null
  const isUnset = isApiError(error) && error.problem?.code === 'smtp_not_configured'
  return (
    <Notice
      tone="danger"
      role="alert"
      actions={
        isUnset && (
          <ButtonLink size="small" to={`${paths.settings}#smtp`}>
            {say('setUpEmail')}
          </ButtonLink>
        )
      }
    >
      <p>{isUnset ? say('emailNotSetUp') : userMessage(error)}</p>
    </Notice>
  )
}
