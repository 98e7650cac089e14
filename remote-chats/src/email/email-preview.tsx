import { contactName, hasVisibleText } from '@errand/contract/visible-text'
import { useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { FieldValue, fieldsQuery } from '../answers/field-value.tsx'
import { inOneLine } from '../thread/message-body.tsx'
import type { Thread } from '../thread/thread.ts'
import { useWords } from '../words/words.ts'
import styles from './email-dialog.module.css'
import type { Letter } from './letter.ts'

/** The last lines are enough to see what goes out. */
const shownMessages = 30

/** What the letter will say, as far as this page knows the chat. */
export function EmailPreview({ letter, thread }: { letter: Letter; thread: Thread }) {
  const say = useWords()
  const formats = useFormats()
  const { session, items } = thread
  const { include } = letter
  const messages = items.filter(({ type }) => type !== 'event').slice(-shownMessages)
  return (
    <div className={styles['preview']}>
      <dl className={styles['head']}>
        <dt>{say('emailTo')}</dt>
        <dd>{letter.to}</dd>
        <dt>{say('emailSubjectLabel')}</dt>
        <dd dir="auto">{letter.subject}</dd>
      </dl>
      {hasVisibleText(letter.note) && <p dir="auto">{letter.note}</p>}
      {include.formData && <Answers thread={thread} />}
      {include.messages && (
        <ul>
          {session.messageCount > messages.length && (
            <li className={styles['more']}>
              {say('emailMore', { count: session.messageCount - messages.length })}
            </li>
          )}
          {messages.map((message) => (
            <li key={message.id}>
              <b>
                {message.author === 'contact'
                  ? contactName(session.contact)
                  : say(`author.${message.author}`)}
              </b>{' '}
              <time>{formats.dateTime(message.createdAt)}</time>
              <p dir="auto">{inOneLine(message, say)}</p>
              {include.remarks &&
                message.remarks.map((remark) => (
                  <p key={remark.id} className={styles['remark']} dir="auto">
                    {say('onlyYou')}: {remark.text}
                  </p>
                ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Answers({ thread: { session } }: { thread: Thread }) {
  const { data: fields = [] } = useQuery(fieldsQuery(session.formId))
  const values = session.formData?.values ?? {}
  const answered = fields.filter(({ key, sensitive }) => values[key] !== undefined && !sensitive)
  if (answered.length === 0) return null
  return (
    <dl className={styles['answers']}>
      {answered.map(({ key, label, type, options }) => (
        <div key={key}>
          <dt dir="auto">{label}</dt>
          <dd>
            <FieldValue value={values[key]} {...{ type, options }} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
