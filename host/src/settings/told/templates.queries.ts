import { templateListSchema, type Template } from '@errand/contract/chats/template'
import { api } from '@errand/shared-auth'
import { queryOptions } from '@tanstack/react-query'

/** The templates of the owner's WhatsApp number. */
export const templatesQuery = () =>
  queryOptions({
    queryKey: ['settings', 'templates'],
    queryFn: async ({ signal }) => {
      const { items } = await api.get('chats/templates', { signal }).json(templateListSchema)
      return items
    },
    staleTime: 60_000,
  })

/** Whether the assistant may send it by itself: approved, not to sell anything, nothing to fill in. */
export const isUsable = ({ status, category, variables }: Template): boolean =>
  status === 'APPROVED' && category === 'UTILITY' && variables.length === 0
