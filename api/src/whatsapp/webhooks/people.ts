import { cleanName } from '@errand/contract/visible-text'

import type { Names, Renaming, Sender } from '../../chats/contacts/contacts.repo.ts'
import { numberForms } from '../../form-data/phones.ts'
import type { ToldContact, ToldMessage } from './webhook-schemas.ts'

const maxNameLength = 80

/**
 * By whom each message is, or to whom each echo: by its own names, completed by those of the contact
 * that goes with it. None for a message that names nobody.
 */
export function readPeople<T>(
  messages: readonly T[],
  contacts: readonly ToldContact[],
  namesOf: (message: T) => Names,
): (message: T) => Sender | undefined {
  const named = messages.map((message) => namesOf(message))
  const left = contacts.filter((contact) => named.every((names) => !isOf(contact, names)))
  const strangers = named.filter((names) => contacts.every((contact) => !isOf(contact, names)))
  // WhatsApp's own form of a number may be another than the one that the message has.
  const [rest] = left.length === 1 && new Set(strangers.map(keyOf)).size === 1 ? left : []
  return (message) => {
    const names = namesOf(message)
    const own = contacts.find((contact) => isOf(contact, names))
    const contact = own ?? (rest !== undefined && canBe(rest, names) ? rest : undefined)
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

function isOf({ wa_id: number, user_id: userId }: ToldContact, names: Names): boolean {
  if (userId !== undefined && names.userId !== undefined) return userId === names.userId
  if (number === undefined || names.phoneNumber === undefined) return false
  return numberForms(number).includes(names.phoneNumber)
}

/** Two ids are two people. */
const canBe = ({ user_id: userId }: ToldContact, names: Names): boolean =>
  userId === undefined || names.userId === undefined

const keyOf = ({ phoneNumber, userId }: Names): string => `${phoneNumber} ${userId}`

/** Who a message says that it is by. */
export const senderNames = ({
  from,
  from_user_id: userId,
}: Pick<ToldMessage, 'from' | 'from_user_id'>): Names => ({
  ...namesIn(from),
  ...(userId !== undefined && { userId }),
})

/** Who an echo says that it is to. */
export const recipientNames = ({ to, to_user_id: userId }: ToldMessage): Names => ({
  ...namesIn(to),
  ...(userId !== undefined && { userId }),
})

/** A name that may be a number or a user id. */
function namesIn(name: string | undefined): Names {
  if (name === undefined) return {}
  return name.startsWith('+') ? { phoneNumber: name } : { userId: name }
}

const numberChanges = new Set(['user_changed_number', 'customer_changed_number'])

/**
 * What a system message says of somebody's names; nothing when it is about something else. A new
 * number brings a new user id, and a new id alone means that there is a number that we may not know.
 */
export function readRenaming(message: ToldMessage): Renaming | undefined {
  const { system } = message
  if (system === undefined) return undefined
  const [, oldId, newId] = idChange.exec(system.body) ?? []
  const { phoneNumber = system.customer, userId: sentBy } = senderNames(message)
  const userId = system.user_id ?? sentBy ?? newId
  const previous = system.previous_user_id ?? oldId
  const before = { phoneNumber, userId: previous ?? sentBy }
  if (numberChanges.has(system.type)) {
    const number = system.new_wa_id ?? system.wa_id
    const now = { phoneNumber: number, userId: userId === previous ? undefined : userId }
    return number === undefined ? undefined : { before, now }
  }
  if (system.type !== 'user_changed_user_id' || userId === undefined) return undefined
  return { before, now: { phoneNumber: senderNames(message).phoneNumber, userId } }
}

/** How the notice was written before it had members for both ids. */
const idChange = /changed from ([A-Z]{2}\.\S{1,150}) to ([A-Z]{2}\.\S{1,150})$/
