import { lookup } from 'node:dns/promises'

import type { Preferences } from '@errand/contract/settings'
import ipaddr from 'ipaddr.js'

import { Problem } from '../http/problem.ts'

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
  const addresses = await lookupAddresses(host)
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

async function lookupAddresses(host: string): Promise<string[]> {
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

/** Public by its range, but it answers only from within a cloud: its machines' own data. */
const cloudMetadataAddresses = new Set(['168.63.129.16'])

/** Whether an address is one of the open internet, whatever way it is written. */
export function isPublicAddress(address: string): boolean {
  // Without the zone: fe80::1%eth0.
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return false
  const parsed = ipaddr.process(bare)
  return parsed.range() === 'unicast' && !cloudMetadataAddresses.has(parsed.toString())
}

/** Whether an address is this machine's own. */
const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Refuses a port that no mail would be given in at; the pointer says where it was written. */
export function requireMailPort(port: number, rules: MailRules, pointer: string): void {
  if (isMailPort(port, rules)) return
  const detail = 'Mail is given in at port 25, 465, 587 or 2525.'
  throw new Problem('validation_failed', { errors: [{ pointer, code: 'not_allowed', detail }] })
}

/** What a mail password was entrusted for. */
type MailAccount = Pick<Preferences['smtp'], 'host' | 'port' | 'security' | 'username'>

/**
 * Whether the saved password may go there too. It was entrusted for one account of one server, over a
 * secure connection: whoever got into the session would name a server of their own, or one that anybody
 * on the way can listen to, and send a mail. Before there is a server it is for the first.
 */
export function isSameMailAccount(
  saved: MailAccount,
  { host, port, security, username }: MailAccount,
) {
  if (saved.host === '') return true
  const isSameServer = saved.host === host && saved.port === port && saved.username === username
  return isSameServer && (security !== 'none' || saved.security === 'none')
}

/** Whether there is all that it takes to send mail; some servers let their own people in without a name. */
export function canSendMail(smtp: Preferences['smtp'], hasPassword: boolean): boolean {
  const { enabled, host, fromEmail, username } = smtp
  return enabled && host !== '' && fromEmail !== '' && (username === '' || hasPassword)
}
