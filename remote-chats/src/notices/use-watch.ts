import { browserStorage, useDraft } from '@errand/shared-auth'

/**
 * Whether the owner waits for a contact's next message, in whichever chat it comes, and how to say
 * so. The shell tells of the message and takes the contact off; it reads `watchedContactsKey`.
 */
export function useWatch(contactId: string) {
  const { value, write } = useDraft('watched', 'contacts', browserStorage)
  const ids = Array.isArray(value) ? value.map(String) : []
  const others = ids.filter((id) => id !== contactId)
  return {
    isWatched: ids.includes(contactId),
    watch: (isWatched: boolean) => write(isWatched ? [...others, contactId] : others),
  }
}
