import { isIP } from 'node:net'

import type { Preferences } from '@errand/contract/settings'

type Server = Pick<Preferences['smtp'], 'host' | 'port' | 'security'>

/** How a mail server is talked to, in a test as with a letter: as safely as is asked for or not at all. */
export function connectionOptions({ host, port, security }: Server) {
  return {
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // Else it would be the name of this machine, which is nobody's business.
    name: 'localhost',
    // Of whom the certificate has to be. TLS knows no addresses as names.
    ...(isIP(host) === 0 && { tls: { servername: host } }),
  }
}
