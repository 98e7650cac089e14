import ipaddr from 'ipaddr.js'

/** Public by its range, but it answers only from within a cloud: its machines' own data. */
const metadata = new Set(['168.63.129.16'])

/** Whether an address is one of the open internet, whatever way it is written. */
export function isPublicAddress(address: string): boolean {
  // Without the zone: fe80::1%eth0.
  const [bare = ''] = address.split('%')
  if (!ipaddr.isValid(bare)) return false
  const parsed = ipaddr.process(bare)
  return parsed.range() === 'unicast' && !metadata.has(parsed.toString())
}

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
