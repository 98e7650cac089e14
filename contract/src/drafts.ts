/** What the page keeps of unsent text begins with this in the browser's storage; signing out removes it. */
export const draftPrefix = 'errand:draft:'

/**
 * Where the browser keeps the contacts whose next message an owner waits for, as a list of ids: the
 * chats write it, the shell tells of the message and takes the contact off.
 */
export const watchedContactsKey = (uid: string): string => `${draftPrefix}watched:${uid}:contacts`
