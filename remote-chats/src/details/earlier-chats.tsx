import type { ChatSession } from '@errand/contract/chats/session'
import { Badge, Skeleton, useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { chatsWithQuery } from '../chats/chats-with.ts'
import { useWords } from '../words/words.ts'
import styles from './details-pane.module.css'

/** What was talked about with the contact before. */
export function EarlierChats({ session }: { session: ChatSession }) {
  const say = useWords()
  const formats = useFormats()
  const { linkTo } = useInboxAddress()
  const { data } = useQuery(chatsWithQuery(session.contact))
  if (data === undefined) return <Skeleton label={say('earlierChats')} rows={2} />
  return (
    <ul className={styles['earlier']}>
      {data
        .filter(({ id }) => id !== session.id)
        .map((other) => (
          <li key={other.id}>
            <Link to={linkTo(other.id)}>
              {formats.date(other.createdAt)}
              {other.job !== null && <span dir="auto">{other.job.name}</span>}
            </Link>
            <Badge>{say(`status.${other.status}`)}</Badge>
          </li>
        ))}
    </ul>
  )
}
