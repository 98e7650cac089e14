import { cleanName } from '@errand/contract/visible-text'

import { numberForms } from '../../../platform/phones/number-forms.ts'
import type { ContactIds, Renaming, Sender } from '../../chats/contacts/contacts.repo.ts'
import type { WebhookContact, WebhookMessage } from './webhook-schemas.ts'

const maxNameLength = 80

/**
 * Finds the sender of each message, or the recipient of each echo: its own ids, completed from the
 * matching contact of the webhook. Undefined for a message without ids. `all` returns all messages of
 * the webhook, which matter only if one of them matches no contact.
 */
export function readPeople<T>(
  contacts: readonly WebhookContact[],
  namesOf: (message: T) => ContactIds,
  all: () => readonly T[],
): (message: T) => Sender | undefined {
  const find = createContactFinder(contacts)
  let rest: { contact: WebhookContact | undefined } | undefined
  /** The one contact that is left for messages without a match: its number may be written in another form. */
  const findRest = (): WebhookContact | undefined => {
    const found = all().map((message) => ({ message, contact: find(namesOf(message)) }))
    const taken = new Set(found.map(({ contact }) => contact))
    const left = contacts.filter((contact) => !taken.has(contact))
    const strangers = found.filter(({ contact }) => contact === undefined)
    const isOnePerson = new Set(strangers.map(({ message }) => keyOf(namesOf(message)))).size === 1
    return left.length === 1 && isOnePerson ? left[0] : undefined
  }
  return (message) => {
    const names = namesOf(message)
    const own = find(names)
    if (own === undefined) rest ??= { contact: findRest() }
    const other = rest?.contact
    const contact =
      own ?? (other !== undefined && canBeSamePerson(other, names) ? other : undefined)
    const phoneNumber = names.phoneNumber ?? contact?.wa_id
    const userId = names.userId ?? contact?.user_id
    if (phoneNumber === undefined && userId === undefined) return undefined
    const { name = '', username = '' } = contact?.profile ?? {}
    const handle = cleanName(username).replace(/^@/, '')
    return {
      phoneNumber,
      userId,
      name: name.slice(0, maxNameLength),
      ...(handle !== '' && { username: `@${handle}`.slice(0, maxNameLength) }),
    }
  }
}

/** Finds the contact with one of the ids; different user ids are different people. */
function createContactFinder(
  contacts: readonly WebhookContact[],
): (names: ContactIds) => WebhookContact | undefined {
  const byId = new Map(contacts.map((contact) => [contact.user_id, contact]))
  const byNumber = new Map(
    contacts.map((contact) => [contact.wa_id && numberForms(contact.wa_id)[0], contact]),
  )
  return (names) => {
    const { userId, phoneNumber } = names
    const own = userId === undefined ? undefined : byId.get(userId)
    if (own !== undefined || phoneNumber === undefined) return own
    const other = byNumber.get(numberForms(phoneNumber)[0])
    return other !== undefined && canBeSamePerson(other, names) ? other : undefined
  }
}

/** Whether a contact may be the person with these ids: different user ids are different people. */
const canBeSamePerson = ({ user_id: userId }: WebhookContact, names: ContactIds): boolean =>
  userId === undefined || names.userId === undefined

const keyOf = ({ phoneNumber, userId }: ContactIds): string => `${phoneNumber} ${userId}`

/** The ids of a message's sender. */
export const senderIds = ({
  from,
  from_user_id: userId,
}: Pick<WebhookMessage, 'from' | 'from_user_id'>): ContactIds => ({
  ...toContactIds(from),
  ...(userId !== undefined && { userId }),
})

/** The ids of an echo's recipient. */
export const recipientIds = ({ to, to_user_id: userId }: WebhookMessage): ContactIds => ({
  ...toContactIds(to),
  ...(userId !== undefined && { userId }),
})

/** Reads an id that may be a phone number or a user id. */
function toContactIds(name: string | undefined): ContactIds {
  if (name === undefined) return {}
  return name.startsWith('+') ? { phoneNumber: name } : { userId: name }
}

const numberChanges = new Set(['user_changed_number', 'customer_changed_number'])

/**
 * Reads a change of a person's ids from a system message; undefined for other messages. A new phone
 * number comes with a new user id; a new user id alone means a new number that we may not know.
 */
export function readRenaming(message: WebhookMessage): Renaming | undefined {
  const { system } = message
  if (system === undefined) return undefined
  const [, oldId, newId] = idChange.exec(system.body) ?? []
  const { phoneNumber = system.customer, userId: sentBy } = senderIds(message)
  const previous = system.previous_user_id ?? oldId
  const before = { phoneNumber, userId: previous ?? sentBy }
  if (numberChanges.has(system.type)) {
    const number = system.new_wa_id ?? system.wa_id
    // Without the previous id it is not clear whether an id is the old or the new one.
    const userId = system.user_id ?? (previous === undefined ? undefined : sentBy) ?? newId
    const now = { phoneNumber: number, userId: userId === previous ? undefined : userId }
    return number === undefined ? undefined : { before, now }
  }
  const userId = system.user_id ?? sentBy ?? newId
  if (system.type !== 'user_changed_user_id' || userId === undefined) return undefined
  return { before, now: { phoneNumber: senderIds(message).phoneNumber, userId } }
}

/** The older text form of the notice, which had no members for the ids. */
const idChange = /changed from ([A-Z]{2}\.\S{1,150}) to ([A-Z]{2}\.\S{1,150})$/
