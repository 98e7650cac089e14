import dns from 'node:dns/promises'

import type { Preferences } from '@errand/contract/settings'
import ipaddr from 'ipaddr.js'

import { Problem } from '../http/problem.ts'

/** Which mail servers owners may name. */
export interface MailRules {
  /** Allows servers in private networks, on any port: for development only. */
  isPrivateAllowed: boolean
  /** The port of the local inbox on this machine: the only private address that is always allowed. */
  inboxPort?: number
}

/** The ports for submitting mail; others would let owners probe any service. */
const mailPorts = new Set([25, 465, 587, 2525])

const lookupMs = 5_000
/** Why no connection to a mail server is made: a code for the program, a sentence for people. */
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
 * The address to connect to. The name must not be looked up again: a second lookup could give another
 * address than the one that was checked.
 */
export async function resolveMailHost(
  { host, port }: { host: string; port: number },
  { isPrivateAllowed, inboxPort }: MailRules,
): Promise<string> {
  const addresses = await lookupAddresses(host)
  const isInbox = port === inboxPort && addresses.every((address) => isLoopback(address))
  // The local inbox listens on this address only.
  if (isInbox) return '127.0.0.1'
  if (!isPrivateAllowed && !addresses.every((address) => isPublicAddress(address))) {
    throw new MailHostRefusal('EPRIVATE', 'This mail server is not on the public internet.')
  }
  const [first] = addresses
  if (first === undefined) throw new MailHostRefusal('ENOTFOUND', 'There is no such mail server.')
  return first
}

const tooLate = () => new MailHostRefusal('ETIMEOUT', 'Looking up the name took too long.')

/**
 * Each lookup keeps one of the four threads of the process until the name's server answers, however slow its
 * owner makes it; the other threads are left for files and for names of our own.
 */
const maxLookups = 2
let running = 0
const waiting: (() => void)[] = []

/** Looks up a name when its turn comes; rejects if that is too late. */
async function lookUpInTurn(host: string): Promise<string[]> {
  const startedAt = performance.now()
  if (running < maxLookups) running += 1
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    if (performance.now() - startedAt > lookupMs) throw tooLate()
    const found = await dns.lookup(host, { all: true })
    return found.map(({ address }) => address)
  } finally {
    // The next one takes the place.
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
}

async function lookupAddresses(host: string): Promise<string[]> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(tooLate()), lookupMs)
  try {
    return await Promise.race([lookUpInTurn(host), late.promise])
  } catch (cause) {
    if (cause instanceof MailHostRefusal) throw cause
    throw new MailHostRefusal('ENOTFOUND', 'There is no such mail server.', cause)
  } finally {
    clearTimeout(timer)
  }
}

/** Metadata services of clouds whose address lies in a public range. */
const cloudMetadataAddresses = new Set(['168.63.129.16'])

/** All public addresses of IPv6 are in it. */
const givenNetwork = ipaddr.parseCIDR('2000::/3')

/** Whether an address belongs to the public internet, in whatever notation. */
export function isPublicAddress(address: string): boolean {
  // Without the zone: fe80::1%eth0.
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return false
  const parsed = ipaddr.process(bare)
  // The library counts what nobody has given out as public, such as ::7f00:1.
  const isGiven = parsed.kind() === 'ipv4' || parsed.match(givenNetwork)
  return isGiven && parsed.range() === 'unicast' && !cloudMetadataAddresses.has(parsed.toString())
}

/** Whether an address is this machine's own. */
const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Refuses a port that is not for submitting mail; the pointer names the value in the request. */
export function requireMailPort(port: number, rules: MailRules, pointer: string): void {
  if (isMailPort(port, rules)) return
  const detail = 'Use port 25, 465, 587 or 2525.'
  throw new Problem('validation_failed', { errors: [{ pointer, code: 'not_allowed', detail }] })
}

/** The account that a saved password belongs to. */
type MailAccount = Pick<Preferences['smtp'], 'host' | 'port' | 'security' | 'username'>

/**
 * Whether the saved password may be sent with these settings. It belongs to one account on one server,
 * over a secure connection: an intruder in the session could otherwise name their own server, or an
 * unencrypted one, and receive the password. Without a saved server any is allowed.
 */
export function isSameMailAccount(
  saved: MailAccount,
  { host, port, security, username }: MailAccount,
) {
  if (saved.host === '') return true
  const isSameServer = saved.host === host && saved.port === port && saved.username === username
  return isSameServer && (security !== 'none' || saved.security === 'none')
}
