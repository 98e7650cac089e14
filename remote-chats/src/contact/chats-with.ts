import type { ChatSession } from '@errand/contract/chats/session'
import { queryOptions } from '@tanstack/react-query'

import { listSessions } from '../chats/chats.api.ts'
import { chatsKey } from '../chats/chats.queries.ts'
import { emptyFilter } from '../chats/session-filter.ts'

type Contact = ChatSession['contact']

const chatsWithKey = (id: Contact['id']) => [...chatsKey, 'with', id] as const

/** All chats with a contact, found by his number, the latest first. */
export const chatsWithQuery = ({ id, phoneNumber }: Pick<Contact, 'id' | 'phoneNumber'>) =>
  queryOptions({
    queryKey: chatsWithKey(id),
    queryFn: async ({ signal }) => {
      const filter = { ...emptyFilter, q: phoneNumber }
      const { items } = await listSessions({ filter, limit: 20 }, signal)
      return items.filter(({ contact }) => contact.id === id)
    },
  })
