import { contactName } from '@errand/contract/visible-text'

import { dialledNumber } from '../../../platform/phones/number-forms.ts'
import type { ContactRow } from '../rows.ts'

/** The name of a stored contact; without one the username, or the number as phones dial it. */
export const shownName = (contact: Pick<ContactRow, 'name' | 'username' | 'phoneNumber'>): string =>
  contactName({ ...contact, phoneNumber: dialledNumber(contact.phoneNumber) })
