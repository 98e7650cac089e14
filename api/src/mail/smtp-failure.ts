import type { TestSmtpResponse } from '@errand/contract/auth'

import { MailHostRefusal } from './mail-host.ts'

type Stage = TestSmtpResponse['stages'][number]

/** What a mail library or a socket throws. */
interface MailError extends Error {
  code?: string
  responseCode?: number
}

const sentences: Record<string, string> = {
  ECONNREFUSED: 'Nothing answers at this port.',
  EHOSTUNREACH: 'The mail server cannot be reached.',
  ENETUNREACH: 'The mail server cannot be reached.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server ended the connection.',
  EPROTOCOL: 'What answers there is not a mail server.',
  ETLS: 'A secure connection could not be made.',
  ECERT: 'The certificate of the mail server is not trusted.',
  EAUTH: 'Username and password not accepted.',
  ENOAUTH: 'The mail server does not take passwords over this connection.',
  ENOPASSWORD: 'The saved password belongs to the saved mail server and was not sent.',
  EENVELOPE: 'The mail server does not take mail from this sender to this recipient.',
  EMESSAGE: 'The mail server did not take the message.',
}

const hints: Record<string, string> = {
  ECONNREFUSED: 'Check the port: 587 with STARTTLS, or 465 with TLS.',
  ETIMEDOUT: 'Check host and port; some networks block port 25.',
  ETLS: 'Check the port: 587 with STARTTLS, or 465 with TLS.',
  ECERT: 'Use the host name that the provider gives; its certificate names it.',
  EAUTH: 'Use an app password.',
  ENOAUTH: 'Use TLS or STARTTLS.',
  ENOPASSWORD: 'Enter the password of this server.',
  EENVELOPE: 'The sender must be an address of this account.',
}

/**
 * A failure in our own words: what a server says may hold anything, and whoever names the server
 * shall not read through us what answers there.
 */
export function failureOf(error: unknown): Pick<Stage, 'code' | 'message' | 'hint'> {
  if (error instanceof MailHostRefusal) return { code: error.code, message: error.message }
  const code = codeOf(error as MailError)
  const { responseCode } = error as MailError
  const sentence = sentences[code] ?? 'The mail server did not go along.'
  const hint = hints[code]
  return {
    code,
    message: responseCode === undefined ? sentence : `${responseCode} ${sentence}`,
    ...(hint !== undefined && { hint }),
  }
}

function codeOf({ code = '', message }: MailError): string {
  // The library calls most that happens to a connection by one code and keeps the sentence.
  if (code === 'ETLS' || code === 'ESOCKET') {
    if (/certificate|altnames/i.test(message)) return 'ECERT'
    if (code === 'ETLS' || /SSL|TLS/.test(message)) return 'ETLS'
  }
  if (/ECONNRESET|EPIPE/.test(`${code} ${message}`)) return 'ECONNECTION'
  return Object.hasOwn(sentences, code) ? code : 'ESOCKET'
}
