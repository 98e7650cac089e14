import type { ChatSession } from '@errand/contract/chats/session'
import { ButtonLink, Notice } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { useInboxAddress } from '../address/use-inbox-address.ts'
import { contactName } from '../chats/contact-name.ts'
import { chatsWithQuery } from '../chats/chats-with.ts'
import { useWords } from '../words/words.ts'

/** The chat in which its contact goes on, when one that is over is open. */
export function useNewerChat({ id, status, contact, createdAt }: ChatSession) {
  const { data } = useQuery({ ...chatsWithQuery(contact), enabled: status !== 'active' })
  return data?.find(
    (other) => other.id !== id && other.status === 'active' && other.createdAt > createdAt,
  )
}

/** Says in place of the text box where the conversation goes on. */
export function NewerChat({ session }: { session: ChatSession }) {
  const say = useWords()
  const { linkTo } = useInboxAddress()
  return (
    <Notice
      role="status"
      actions={
        <ButtonLink size="small" variant="primary" to={linkTo(session.id)}>
          {say('openNewer')}
        </ButtonLink>
      }
    >
      <p>{say('newerChat', { name: contactName(session.contact) })}</p>
    </Notice>
  )
}
