import { BlockList, isIP } from 'node:net'

import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Whether an address is one of our own proxies, whose `X-Forwarded-For` is believed. */
export type IsTrustedProxy = (address: string) => boolean

const kindOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Reads a list like `127.0.0.0/8, ::1`; undefined if an entry is neither an address nor a network. */
export function readProxies(list: string): IsTrustedProxy | undefined {
  const trusted = new BlockList()
  for (const entry of list.split(',').map((one) => one.trim())) {
    const [address = '', bits] = entry.split('/')
    if (entry === '') continue
    if (isIP(address) === 0) return undefined
    try {
      if (bits === undefined) trusted.addAddress(address, kindOf(address))
      else trusted.addSubnet(address, Number(bits), kindOf(address))
    } catch {
      return undefined
    }
  }
  return (address) => trusted.check(address, kindOf(address))
}

/**
 * The network of the client, of which one customer may have all addresses: the first 24 bits of IPv4,
 * 48 of IPv6. The address is the first one, from ours outwards, that is none of our proxies: earlier
 * entries of `X-Forwarded-For` can be forged.
 */
export function networkOf(c: Context, isTrusted: IsTrustedProxy): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings | Http2Bindings>
  let address = plain(incoming?.socket.remoteAddress ?? '')
  for (const entry of (c.req.header('x-forwarded-for') ?? '').split(',').toReversed()) {
    const before = plain(entry.trim())
    if (isIP(address) === 0 || !isTrusted(address) || isIP(before) === 0) break
    address = before
  }
  return isIP(address) === 6
    ? groupsOf(address).slice(0, 3).join(':')
    : address.split('.', 3).join('.')
}

/** IPv4 as such, also where a socket takes both. */
const plain = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  const [start = [], end] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups =
    end === undefined
      ? start
      : [...start, ...Array<string>(8 - start.length - end.length).fill('0'), ...end]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}
