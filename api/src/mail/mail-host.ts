import { lookup } from 'node:dns/promises'

import { isLoopback, isPublicAddress } from './public-address.ts'

/** Which mail servers owners may name. */
export interface MailRules {
  /** Also those of the network that this program runs in, on any port: for development alone. */
  isPrivateAllowed: boolean
  /** Where on this machine the local inbox takes mail: the one private place that is let through. */
  inboxPort?: number
}

/** The ports that mail is given in at; others would let owners knock at any door. */
const mailPorts = new Set([25, 465, 587, 2525])

const lookupMs = 5_000

/** A mail server that will not be talked to, in a word for the program and a sentence for people. */
export class MailHostRefusal extends Error {
  override readonly name = 'MailHostRefusal'
  readonly code: 'ENOTFOUND' | 'ETIMEOUT' | 'EPRIVATE'

  constructor(code: MailHostRefusal['code'], message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export function isMailPort(port: number, { isPrivateAllowed, inboxPort }: MailRules): boolean {
  return isPrivateAllowed || mailPorts.has(port) || port === inboxPort
}

/**
 * The address to connect to. The name must not be looked up again: a second answer could be another
 * one than what was checked.
 */
export async function resolveMailHost(
  { host, port }: { host: string; port: number },
  { isPrivateAllowed, inboxPort }: MailRules,
): Promise<string> {
  const addresses = await addressesOf(host)
  const isInbox = port === inboxPort && addresses.every((address) => isLoopback(address))
  // The inbox listens on this one.
  if (isInbox) return '127.0.0.1'
  if (!isPrivateAllowed && !addresses.every((address) => isPublicAddress(address))) {
    throw new MailHostRefusal('EPRIVATE', 'This is not a mail server of the public internet.')
  }
  const [first] = addresses
  if (first === undefined) throw new MailHostRefusal('ENOTFOUND', 'There is no such mail server.')
  return first
}

async function addressesOf(host: string): Promise<string[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new MailHostRefusal('ETIMEOUT', 'Looking the name up took too long.')),
    lookupMs,
  )
  try {
    const found = await Promise.race([lookup(host, { all: true }), late.promise])
    return found.map(({ address }) => address)
  } catch (cause) {
    if (cause instanceof MailHostRefusal) throw cause
    throw new MailHostRefusal('ENOTFOUND', 'There is no such mail server.', cause)
  } finally {
    clearTimeout(timer)
  }
}
