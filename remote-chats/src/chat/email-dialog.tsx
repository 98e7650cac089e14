import { emailSessionCall, type EmailSessionInput } from '@errand/contract/chats/email'
import { newIdempotencyKey } from '@errand/contract/idempotency-key'
import { paths } from '@errand/contract/paths'
import { canSendMail } from '@errand/contract/settings'
import { contactName, hasVisibleText, plainText } from '@errand/contract/visible-text'
import { callApi, isApiError, userMessage } from '@errand/shared-auth'
import {
  Button,
  ButtonLink,
  Checkbox,
  Dialog,
  Form,
  Notice,
  Tabs,
  TextArea,
  TextField,
  useFormats,
  tooLongBy,
} from '@errand/shared-ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import toast from 'react-hot-toast'

import type { Chat } from '../data/chat.ts'
import { useInboxSettings } from '../data/chats.queries.ts'
import { Checkboxes } from '../shared/fields.tsx'
import { useWords } from '../words/words.ts'
import { FieldValue, fieldsQuery } from './answers/field-value.tsx'
import styles from './email-dialog.module.css'
import { toOneLine } from './messages/message-body.tsx'

interface EmailDialogProps {
  chat: Chat
  onClose: () => void
}

/** Sends a chat by e-mail, with a preview. */
export function EmailDialog({ chat, onClose }: EmailDialogProps) {
  const { session } = chat
  const say = useWords()
  const { user } = useInboxSettings()
  const name = contactName(session.contact)
  const [tab, setTab] = useState('write')
  const [letter, setLetter] = useState<EmailDraft>({
    to: user?.email ?? '',
    cc: '',
    subject: say('emailSubject', { name }),
    note: '',
    format: 'html',
    include: ['messages', 'formData'],
    replyToContact: false,
  })
  const [key] = useState(newIdempotencyKey)
  const formId = useId()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi(emailSessionCall, { id: session.id, body: toInput(letter), key }),
    onSuccess: () => {
      toast.success(say('emailQueued'))
      onClose()
    },
  })
  const { smtp } = user?.settings ?? {}
  const isUnset = smtp !== undefined && !canSendMail(smtp, smtp.passwordSet)
  const write = (part: Partial<EmailDraft>) => setLetter({ ...letter, ...part })
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    mutate()
  }
  const isTooLong =
    tooLongBy(letter.subject, maxLengths.subject) + tooLongBy(letter.note, maxLengths.note) > 0
  const fields = <Fields {...{ letter, write, error }} />
  const preview = <Preview {...{ letter, chat }} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      look="wide"
      title={say('emailTitle')}
      actions={
        <>
          <Button onClick={onClose}>{say('cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isBusy={isPending}
            disabled={
              isUnset ||
              splitAddresses(letter.to).length === 0 ||
              !hasVisibleText(letter.subject) ||
              isTooLong
            }
          >
            {say('sendEmail')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={handleSubmit}>
        <Tabs
          label={say('emailTitle')}
          selected={tab}
          onSelect={setTab}
          tabs={[
            { id: 'write', label: say('emailWrite'), content: fields },
            { id: 'preview', label: say('emailPreview'), content: preview },
          ]}
        />
        {isUnset ? <NotSetUp /> : error !== null && <Problem error={error} />}
      </Form>
    </Dialog>
  )
}

const maxLengths = { subject: 200, note: 2000 }
const emailParts = ['messages', 'formData', 'remarks', 'media'] as const

/** The e-mail as it is edited: each list of addresses is one text. */
interface EmailDraft {
  to: string
  cc: string
  subject: string
  note: string
  format: 'html' | 'pdf'
  include: (typeof emailParts)[number][]
  replyToContact: boolean
}

/** Splits typed addresses. */
const splitAddresses = (text: string): string[] =>
  plainText(text)
    .split(/[\s,;]+/)
    .filter((one) => one !== '')

const toInput = ({ to, cc, include, ...letter }: EmailDraft): EmailSessionInput => ({
  ...letter,
  to: splitAddresses(to),
  cc: splitAddresses(cc),
  include: Object.fromEntries(emailParts.map((part) => [part, include.includes(part)])),
})

interface FieldsProps {
  letter: EmailDraft
  write: (part: Partial<EmailDraft>) => void
  error: Error | null
}

function Fields({ letter, write, error }: FieldsProps) {
  const say = useWords()
  return (
    <div className={styles['fields']}>
      <TextField
        // React does not render `autofocus`, which the dialog looks for when it opens.
        ref={(input) => input?.setAttribute('autofocus', '')}
        label={say('emailTo')}
        hint={say('emailToHint')}
        inputMode="email"
        value={letter.to}
        error={fieldError(error, '#/to')}
        onChange={({ target }) => write({ to: target.value })}
      />
      <TextField
        label={say('emailCc')}
        inputMode="email"
        value={letter.cc}
        error={fieldError(error, '#/cc')}
        onChange={({ target }) => write({ cc: target.value })}
      />
      <TextField
        label={say('emailSubjectLabel')}
        value={letter.subject}
        maxLength={maxLengths.subject}
        error={fieldError(error, '#/subject')}
        onChange={({ target }) => write({ subject: target.value })}
      />
      <TextArea
        label={say('emailNote')}
        value={letter.note}
        rows={3}
        maxLength={maxLengths.note}
        onChange={({ target }) => write({ note: target.value })}
      />
      <Checkboxes
        legend={say('include')}
        options={emailParts.map((part) => [part, say(`emailInclude.${part}`)])}
        chosen={letter.include}
        onChange={(include) => write({ include })}
      />
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
    </div>
  )
}

const fieldError = (error: Error | null, pointer: string): string | undefined =>
  isApiError(error)
    ? error.problem?.errors?.find((one) => one.pointer.startsWith(pointer))?.detail
    : undefined

/** An error that belongs to no field. */
function Problem({ error }: { error: Error }) {
  // The settings may have been changed since the dialog was opened.
  if (isApiError(error) && error.problem?.code === 'smtp_not_configured') return <NotSetUp />
  return (
    <Notice tone="danger" role="alert">
      <p>{userMessage(error)}</p>
    </Notice>
  )
}

function NotSetUp() {
  const say = useWords()
  const setUpLink = (
    <ButtonLink size="small" to={`${paths.settings}#smtp`}>
      {say('setUpEmail')}
    </ButtonLink>
  )
  return (
    <Notice tone="danger" role="alert" actions={setUpLink}>
      <p>{say('emailNotSetUp')}</p>
    </Notice>
  )
}

/** The latest messages are enough for a preview. */
const maxPreviewMessages = 30

/** A preview of the e-mail, from the messages that are loaded. */
function Preview({ letter, chat }: { letter: EmailDraft; chat: Chat }) {
  const say = useWords()
  const formats = useFormats()
  const { session, items } = chat
  const includes = (part: (typeof emailParts)[number]) => letter.include.includes(part)
  const messages = items.filter(({ type }) => type !== 'event').slice(-maxPreviewMessages)
  const further = session.messageCount - messages.length
  return (
    <div className={styles['preview']}>
      <dl className={styles['head']}>
        <dt>{say('emailTo')}</dt>
        <dd>{letter.to}</dd>
        <dt>{say('emailSubjectLabel')}</dt>
        <dd dir="auto">{letter.subject}</dd>
      </dl>
      {hasVisibleText(letter.note) && <p dir="auto">{letter.note}</p>}
      {includes('formData') && <Answers chat={chat} />}
      {includes('messages') && (
        <ul>
          {further > 0 && (
            <li className={styles['more']}>{say('emailMore', { count: further })}</li>
          )}
          {messages.map((message) => (
            <li key={message.id}>
              <b>
                {message.author === 'contact'
                  ? contactName(session.contact)
                  : say(`author.${message.author}`)}
              </b>{' '}
              <time>{formats.dateTime(message.createdAt)}</time>
              <p dir="auto">{toOneLine(message, say)}</p>
              {includes('remarks') &&
                message.remarks.map((remark) => (
                  <p key={remark.id} className={styles['remark']} dir="auto">
                    {`${say('onlyYou')}: ${remark.text}`}
                  </p>
                ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Answers({ chat: { session } }: { chat: Chat }) {
  const { data: fields = [] } = useQuery(fieldsQuery(session.formId))
  const values = session.formData?.values ?? {}
  const answered = fields.filter(({ key, sensitive }) => values[key] !== undefined && !sensitive)
  if (answered.length === 0) return null
  return (
    <dl className={styles['answers']}>
      {answered.map((field) => (
        <div key={field.key}>
          <dt dir="auto">{field.label}</dt>
          <dd>
            <FieldValue value={values[field.key]} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
