import { isIP } from 'node:net'

import type { TestSmtpResponse } from '@errand/contract/auth'
import type { Preferences } from '@errand/contract/settings'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'

import { isMailPort, MailHostRefusal, resolveMailHost, type MailRules } from './mail-host.ts'

/** An owner's mail server, and how to sign in there. */
export type MailServer = Pick<Preferences['smtp'], 'host' | 'port' | 'security' | 'username'> & {
  password: string | undefined
}

export interface OutgoingEmail {
  /** Stays the same when an e-mail is sent twice, so that mail programs show it once. */
  messageId: string
  from: { name: string; address: string }
  replyTo?: string
  to: string[]
  cc: string[]
  subject: string
  text: string
  html: string
  attachments: { filename: string; contentType: string; content: Uint8Array }[]
}

/** Sends e-mails. */
export interface Mailer {
  send: (server: MailServer, letter: OutgoingEmail) => Promise<void>
}

/** A permanent refusal: trying again would give the same result. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
  /** The server's own code, such as 550; 0 when it has none. */
  readonly code: number

  constructor(code: number, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

/** Generous, because attachments may be large and servers slow. */
const smtpTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** Marks automatic e-mails, so that auto-responders do not reply. */
export const autoSubmittedHeader = { 'Auto-Submitted': 'auto-generated' }

/** A mailer over SMTP that connects only to servers the rules allow. */
export function createMailer(rules: MailRules): Mailer {
  return {
    send: async (server, letter) => {
      try {
        // An empty password makes the sign-in fail where it is missing: never send without signing in.
        const signedIn = { ...server, password: server.password ?? '' }
        await sendAndClose(await openTransport(signedIn, rules, smtpTimeouts), letter)
      } catch (error) {
        throw toRefusal(error) ?? error
      }
    },
  }
}

/** Opens an SMTP transport with the chosen security, only to a server that the rules allow. */
export async function openTransport(
  server: MailServer,
  rules: MailRules,
  more: typeof smtpTimeouts & Pick<SMTPTransport.Options, 'forceAuth' | 'getSocket'>,
) {
  const { host, port, security, username, password } = server
  if (!isMailPort(port, rules)) throw new MailRefusal(0, 'This is not a port for mail.', undefined)
  return createTransport({
    // The address that was checked; the name is only used to verify the certificate.
    host: await resolveMailHost(server, rules),
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    // Otherwise the name of this machine would be sent.
    name: 'localhost',
    // The name the certificate must have; TLS does not allow an IP address here.
    ...(isIP(host) === 0 && { tls: { servername: host } }),
    ...(username !== '' && password !== undefined && { auth: { user: username, pass: password } }),
    ...more,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function sendAndClose(
  transport: ReturnType<typeof createTransport>,
  { to, cc, attachments, ...letter }: OutgoingEmail,
): Promise<void> {
  // As objects: inside one string, an address could smuggle in others.
  const named = (address: string) => ({ name: '', address })
  const mail: SendMailOptions = {
    ...letter,
    to: to.map(named),
    cc: cc.map(named),
    attachments: attachments.map(({ content, ...file }) => ({
      ...file,
      content: Buffer.from(content),
    })),
    headers: autoSubmittedHeader,
  }
  try {
    await transport.sendMail(mail)
  } finally {
    transport.close()
  }
}

/** The permanent failures: a 5xx of the server, a wrong password, a server that the rules forbid. */
function toRefusal(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (error instanceof MailHostRefusal) {
    return error.code === 'ETIMEOUT' ? undefined : new MailRefusal(0, error.message, error)
  }
  if (!(error instanceof Error)) return undefined
  const { responseCode: code } = error as { responseCode?: unknown }
  if (typeof code !== 'number' || code < 500) return undefined
  return new MailRefusal(code, describeMailFailure(error).message ?? '', error)
}

type Stage = TestSmtpResponse['stages'][number]

/** An error of the mail library or of a socket. */
interface MailError extends Error {
  code?: string
  responseCode?: number
}

const failureMessages: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this port.',
  EHOSTUNREACH: 'The mail server cannot be reached.',
  ENETUNREACH: 'The mail server cannot be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server closed the connection.',
  EPROTOCOL: 'This is not a mail server.',
  ETLS: 'A secure connection could not be made.',
  ECERT: 'The certificate of the mail server is not trusted.',
  EAUTH: 'Username and password not accepted.',
  ENOPASSWORD: 'The saved password belongs to the saved mail server and was not sent.',
  EENVELOPE: 'The mail server does not accept mail from this sender to this recipient.',
  EMESSAGE: 'The mail server did not accept the message.',
}

const failureHints: Record<string, string> = {
  ECONNREFUSED: 'Check the port: 587 with STARTTLS, or 465 with TLS.',
  ETIMEDOUT: 'Check host and port; some networks block port 25.',
  ETLS: 'Check the port: 587 with STARTTLS, or 465 with TLS.',
  ECERT: 'Use the host name from your provider; it must match the certificate.',
  EAUTH: 'Use an app password.',
  ENOPASSWORD: 'Enter the password of this server.',
  EENVELOPE: 'The sender must be one of this account’s addresses.',
}

/**
 * A failure in our own words: the server's response could contain anything, and must not let a user
 * find out what runs at an address.
 */
export function describeMailFailure(error: unknown): Pick<Stage, 'code' | 'message' | 'hint'> {
  if (error instanceof MailHostRefusal) return { code: error.code, message: error.message }
  const code = codeOf(error as MailError)
  const { responseCode } = error as MailError
  const sentence = failureMessages[code] ?? 'The mail server refused.'
  const hint = failureHints[code]
  return {
    code,
    message: responseCode === undefined ? sentence : `${responseCode} ${sentence}`,
    ...(hint !== undefined && { hint }),
  }
}

function codeOf({ code = '', message }: MailError): string {
  // The library gives most connection failures one code; their message tells them apart.
  if (code === 'ETLS' || code === 'ESOCKET') {
    if (/certificate|altnames/i.test(message)) return 'ECERT'
    if (code === 'ETLS' || /SSL|TLS/.test(message)) return 'ETLS'
  }
  const [named = ''] = /\bE[A-Z]{4,}\b/.exec(message) ?? []
  if (code === 'ESOCKET' && Object.hasOwn(failureMessages, named)) return named
  if (/ECONNRESET|EPIPE|Connection closed/.test(`${code} ${message}`)) return 'ECONNECTION'
  return Object.hasOwn(failureMessages, code) ? code : 'ESOCKET'
}
