import { BlockList, isIP } from 'node:net'

import ipaddr from 'ipaddr.js'

/** Whether an address is one of our own proxies, whose `X-Forwarded-For` is believed. */
export type IsTrustedProxy = (address: string) => boolean

const listEntries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Whether every entry of a list is an IP address or a network. */
export const isProxyList = (list: string): boolean =>
  listEntries(list).every((entry) => {
    const [address = '', ...bits] = entry.split('/')
    if (isIP(address) === 0) return false
    const isBits = (text: string) =>
      /^\d{1,3}$/.test(text) && Number(text) <= (isIP(address) === 6 ? 128 : 32)
    return bits.length === 0 || (bits.length === 1 && bits.every(isBits))
  })

/** Reads a list like `127.0.0.0/8, ::1`. */
export function readProxies(list: string): IsTrustedProxy {
  // Node's own compares without taking addresses apart, which each request would pay for.
  const trusted = new BlockList()
  for (const entry of listEntries(list)) {
    const [address = '', bits] = entry.split('/')
    if (bits === undefined) trusted.addAddress(address, familyOf(address))
    else trusted.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

interface Sender {
  /** The address of the connection, if there is one. */
  connected: string | undefined
  /** The header `X-Forwarded-For`. */
  forwardedFor: string | undefined
}

/**
 * The client's address: the first one, from ours outwards, that is none of our proxies. Earlier entries
 * of `X-Forwarded-For` can be forged. Undefined where there is no connection.
 */
export function clientAddress(
  { connected, forwardedFor = '' }: Sender,
  isTrusted: IsTrustedProxy,
): string | undefined {
  let address = connected
  if (address === undefined) return undefined
  for (const entry of forwardedFor.split(',').toReversed()) {
    if (!isTrusted(address) || isIP(entry.trim()) === 0) break
    address = entry.trim()
  }
  return address
}

/** An address without what one customer chooses of it, as text: its first bits alone. */
export function networkOf(address: string, bits: { ipv4: 24 | 32; ipv6: 48 | 64 }): string {
  if (bits.ipv4 === 32 && isIP(address) === 4) return address
  const parsed = ipaddr.process(address)
  const kept = bits[parsed.kind()] / 8
  return parsed.toByteArray().slice(0, kept).join('.')
}
