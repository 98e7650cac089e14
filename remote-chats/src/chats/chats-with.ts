import type { ChatSession } from '@errand/contract/chats/session'
import { queryClient } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

import { newerSession } from '../thread/thread.ts'
import { behindAnswers } from './behind-answers.ts'
import { listSessions } from './chats.api.ts'
import { chatsKey } from './chats.queries.ts'
import { emptyFilter } from './session-filter.ts'

type Contact = Pick<ChatSession['contact'], 'id' | 'phoneNumber'>

/** Below it are the chats with each contact. */
export const chatsWithKey = [...chatsKey, 'with'] as const

/** All chats with a contact, found by their number, the latest first. */
export const chatsWithQuery = ({ id, phoneNumber }: Contact) =>
  queryOptions({
    queryKey: [...chatsWithKey, id],
    queryFn: async ({ signal }) => {
      const filter = { ...emptyFilter, q: phoneNumber }
      const { items } = await listSessions({ filter, limit: 20 }, signal)
      return items.filter(({ contact }) => contact.id === id)
    },
  })

/** Takes in a chat as the api has it now, where the chats with its contact are known. */
export function patchChatsWith(session: ChatSession): void {
  const { queryKey } = chatsWithQuery(session.contact)
  const take = () => {
    queryClient.setQueryData(queryKey, (chats) => chats && withChat(chats, session))
  }
  take()
  behindAnswers(queryKey, take)
}

function withChat(chats: ChatSession[], session: ChatSession): ChatSession[] {
  const known = chats.find(({ id }) => id === session.id)
  const current = known === undefined ? session : newerSession(known, session)
  const others = chats.filter(({ id }) => id !== session.id)
  return [current, ...others].toSorted((one, other) =>
    other.lastActivityAt.localeCompare(one.lastActivityAt),
  )
}
