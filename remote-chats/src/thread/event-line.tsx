import type { Message } from '@errand/contract/chats/message'
import { classNames, useFormats } from '@errand/shared-ui'

import styles from './thread-list.module.css'

/** Something that happened to the chat, as a thin line. */
export function EventLine({ message }: { message: Message }) {
  const formats = useFormats()
  const { text, createdAt, status, error } = message
  const hasFailed = status === 'failed'
  return (
    <p
      data-message={message.id}
      className={classNames(styles['event'], hasFailed && styles['eventFailed'])}
    >
      <span dir="auto">{text}</span>
      {hasFailed && error !== undefined && <span>{error.detail}</span>}
      <time dateTime={createdAt}>{formats.time(createdAt)}</time>
    </p>
  )
}
