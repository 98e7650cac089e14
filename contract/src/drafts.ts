/** The prefix of unsent text in the browser's storage; signing out removes all such keys. */
export const draftPrefix = 'errand:draft:'

/**
 * The key under which the browser keeps the ids of contacts whose next message the owner wants to be
 * notified of: remote-chats writes the list; the shell notifies and removes the contact.
 */
export const watchedContactsKey = (uid: string): string => `${draftPrefix}watched:${uid}:contacts`
