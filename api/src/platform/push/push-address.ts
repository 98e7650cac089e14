import ipaddr from 'ipaddr.js'

import { isPublicAddress, MailHostRefusal, resolveMailHost } from '../mail/mail-host.ts'

/** Which push services a browser may name. */
export interface PushRules {
  /** The port of the simulated push service: the only address of this machine that is allowed. */
  simulatorPort?: number | undefined
}

/** Where the simulated push service is, below its port. */
const simulatorPath = '/simulator/push/'

/** Whether an endpoint can be one of a push service: by https, on its usual port, and not inside a network. */
export function isPushEndpoint(endpoint: string, rules: PushRules): boolean {
  if (isSimulated(endpoint, rules)) return true
  const { protocol, port, hostname } = new URL(endpoint)
  const host = hostOf(hostname)
  const isPublic = ipaddr.isValid(host) ? isPublicAddress(host) : host.includes('.')
  return protocol === 'https:' && port === '' && isPublic
}

/** The address to connect to; rejects if the name leads into a private network. */
export async function resolvePushHost(endpoint: string, rules: PushRules): Promise<string> {
  if (isSimulated(endpoint, rules)) return '127.0.0.1'
  if (!isPushEndpoint(endpoint, rules))
    throw new MailHostRefusal('EPRIVATE', 'This is no push service.')
  const host = hostOf(new URL(endpoint).hostname)
  return resolveMailHost({ host, port: 443 }, { isPrivateAllowed: false })
}

function isSimulated(endpoint: string, { simulatorPort }: PushRules): boolean {
  const { protocol, hostname, port, pathname } = new URL(endpoint)
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' || hostname === '127.0.0.1') &&
    port === String(simulatorPort) &&
    pathname.startsWith(simulatorPath)
  )
}

const hostOf = (hostname: string): string => hostname.replaceAll(/^\[|\]$/g, '')
