import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'

/** What the server knows of a request's connection. */
interface ConnectionEnv {
  Bindings: Partial<HttpBindings>
}

/** Says whether an address is one of our own proxies, whose word on who asks is believed. */
export type IsTrusted = (address: string) => boolean

const entriesOf = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Whether a list names addresses and networks alone. */
export const isProxyList = (list: string): boolean =>
  entriesOf(list).every((entry) => ipaddr.isValid(entry) || ipaddr.isValidCIDR(entry))

/** Reads a list like `127.0.0.0/8, ::1`. */
export function readProxies(list: string): IsTrusted {
  const networks = entriesOf(list).map(readNetwork)
  return (address) => {
    const parsed = ipaddr.process(address)
    return networks.some(
      ([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits),
    )
  }
}

type Network = ReturnType<typeof ipaddr.parseCIDR>

function readNetwork(entry: string): Network {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry)
  const address = ipaddr.process(entry)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/**
 * Who asks: the first address, from ours outwards, that is none of our proxies. What stands before
 * it in `X-Forwarded-For` anybody could have written. Nothing where there is no connection.
 */
export function clientAddress(c: Context<ConnectionEnv>, isTrusted: IsTrusted): string | undefined {
  let address = c.env?.incoming?.socket.remoteAddress
  if (address === undefined) return undefined
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').toReversed()
  for (const entry of forwarded) {
    if (!isTrusted(address) || !ipaddr.isValid(entry.trim())) break
    address = entry.trim()
  }
  return address
}

/** What of an address is one customer's: of IPv6 the network, which has more addresses than one can count. */
export function customerOf(address: string): string {
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return parsed.toNormalizedString().split(':').slice(0, 4).join(':')
}
