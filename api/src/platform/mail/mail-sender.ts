import { productName } from '@errand/contract/product'

import { createMailer, type MailServer, type OutgoingEmail } from './mailer.ts'

/** The product's own mail server, for e-mails to owners, and the address that it sends from. */
export interface MailSender {
  server: MailServer
  address: string
}

/**
 * Reads `smtp(s)://user:password@host:port`. `smtps` is encrypted from the start, `smtp` with a user by
 * STARTTLS; without one it is a relay of the own network, to which nothing secret is sent.
 */
export function readMailServer(text: string): MailServer {
  const { protocol, hostname, port, username, password } = new URL(text)
  const isTls = protocol === 'smtps:'
  const isRelay = username === '' && !isTls
  const usualPort = isTls ? 465 : isRelay ? 25 : 587
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? usualPort : Number(port),
    security: isTls ? 'tls' : isRelay ? 'none' : 'starttls',
    username: decodeURIComponent(username),
    password: username === '' ? undefined : decodeURIComponent(password),
  }
}

// The operator names this server, which may stand in a network that owners must not reach.
const mailer = createMailer({ isPrivateAllowed: true })

/** Sends an e-mail through the product's own server. */
export function sendByProduct(
  { server, address }: MailSender,
  letter: Omit<OutgoingEmail, 'from'>,
): Promise<void> {
  return mailer.send(server, { ...letter, from: { name: productName, address } })
}
