import { defaultPreferences } from '@errand/contract/default-preferences'
import { profileQuery } from '@errand/shared-auth'
import { useQuery } from '@tanstack/react-query'

/** What the owner chose about his inbox; the defaults until that is known. */
export function useInboxSettings() {
  const { data: user } = useQuery(profileQuery())
  const { inbox, notifications, ui, business } = user?.settings ?? defaultPreferences
  return { inbox, notifications, ui, business, channel: user?.settings.whatsapp, user }
}
