import { randomBytes } from 'node:crypto'

import type { Credentials } from '../../../src/modules/whatsapp/whatsapp-channel.ts'
import type { SecretBox } from '../../../src/platform/secrets/secret-box.ts'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const prefix = 'usr_'
const idLength = 26

/** The Meta app of the simulated Facebook. */
export const simulatedApp = {
  id: '4000000000000001',
  secret: 'simulated',
  configId: '5000000000000001',
}

/** A new id of a message, opaque like the real ones. */
export const newWamid = () => `wamid.${randomBytes(24).toString('base64')}`

export const newTrace = () => `A${randomBytes(8).toString('base64url')}`

/** Ids of media start with 7. */
export const newMediaId = () => `7${BigInt(`0x${randomBytes(6).toString('hex')}`)}`

function decimalOf(ownerId: string): bigint {
  let sum = 0n
  for (const letter of ownerId.slice(prefix.length)) {
    sum = sum * 32n + BigInt(crockford.indexOf(letter))
  }
  return sum
}

/** The id of an owner's number: the owner's id in digits, so that it survives a restart. */
export const numberIdOf = (ownerId: string) => `1${decimalOf(ownerId)}`

/** The id of the account of an owner's number. */
export const accountIdOf = (ownerId: string) => `2${decimalOf(ownerId)}`

/** The phone number of an owner, from a fictional range. */
export const displayNumberOf = (ownerId: string) =>
  `1555${String(decimalOf(ownerId) % 10_000_000n).padStart(7, '0')}`

/** The owner of a number or an account id; undefined for other ids. */
export function ownerIdOf(id: string): string | undefined {
  if (!/^[12]\d{1,40}$/.test(id)) return undefined
  const number = BigInt(id.slice(1))
  const letterAt = (place: number) => crockford[Number((number >> BigInt(5 * place)) % 32n)]
  const letters = Array.from({ length: idLength }, (_, index) => letterAt(idLength - 1 - index))
  return number >> BigInt(5 * idLength) === 0n ? `${prefix}${letters.join('')}` : undefined
}

const reversed = (digits: string) => digits.split('').toReversed().join('')

/**
 * The user id of a contact for a business. It contains the number backwards, so that it survives a
 * restart.
 */
export const userIdOf = (displayNumber: string, waId: string): string =>
  `US.${displayNumber.slice(-4)}${reversed(waId)}`

/** The number of the contact with a user id; undefined for an id of another business. */
export function waIdOf(displayNumber: string, userId: string): string | undefined {
  const [, digits] = new RegExp(`^US\\.${displayNumber.slice(-4)}(\\d{7,15})$`).exec(userId) ?? []
  return digits && reversed(digits)
}

/**
 * The credentials of an owner at the simulator. They are derived from the deployment's key, so that
 * every process knows them, also after a restart.
 */
export const simulatedCredentials = (
  box: Pick<SecretBox, 'marksOf'>,
  ownerId: string,
): Credentials => ({
  phoneNumberId: numberIdOf(ownerId),
  wabaId: accountIdOf(ownerId),
  accessToken: `sim_${box.marksOf(`graph access token of ${ownerId}`)[0]}`,
  appSecret: box.marksOf(`graph app secret of ${ownerId}`)[0],
})
