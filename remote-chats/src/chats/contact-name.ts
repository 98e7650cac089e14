import type { Contact } from '@errand/contract/chats/session'

/** What to call a contact: the name, or the number of whoever gave none. */
export const contactName = ({ name, phoneNumber }: Pick<Contact, 'name' | 'phoneNumber'>): string =>
  name.trim() === '' ? phoneNumber : name
