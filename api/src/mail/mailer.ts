import type { Preferences } from '@errand/contract/settings'
import { createTransport, type SendMailOptions } from 'nodemailer'

import { connectionOptions } from './connection-options.ts'
import { isMailPort, MailHostRefusal, resolveMailHost, type MailRules } from './mail-host.ts'
import { failureOf } from './smtp-failure.ts'

/** An owner's mail server, and how to sign in there. */
export type MailServer = Pick<Preferences['smtp'], 'host' | 'port' | 'security' | 'username'> & {
  password: string | undefined
}

export interface Letter {
  /** The same letter given in twice has the same one, so that mail programs show it once. */
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

/** Gives letters to mail servers. */
export interface Mailer {
  send: (server: MailServer, letter: Letter) => Promise<void>
}

/** The mail server said no, and will say so again. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
  /** The server's own code, such as 550; 0 when it has none. */
  readonly code: number

  constructor(code: number, message: string, cause: unknown) {
    super(message, { cause })
    this.code = code
  }
}

const stepMs = 10_000
const silenceMs = 30_000

/** A mailer over SMTP; whoever the rules forbid is not connected to. */
export function createMailer(rules: MailRules): Mailer {
  return {
    send: async (server, letter) => {
      try {
        await give(await openTransport(server, rules), letter)
      } catch (error) {
        throw toRefusal(error) ?? error
      }
    },
  }
}

async function openTransport(server: MailServer, rules: MailRules) {
  const { port, username, password } = server
  if (!isMailPort(port, rules)) throw new MailRefusal(0, 'This is not a port for mail.', undefined)
  return createTransport({
    ...connectionOptions(server),
    // The address that was checked; the name is for the certificate alone.
    host: await resolveMailHost(server, rules),
    ...(username !== '' && { auth: { user: username, pass: password ?? '' } }),
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function give(
  transport: ReturnType<typeof createTransport>,
  { to, cc, attachments, ...letter }: Letter,
): Promise<void> {
  // As objects: written into one text, an address could bring others along.
  const named = (address: string) => ({ name: '', address })
  const mail: SendMailOptions = {
    ...letter,
    to: to.map(named),
    cc: cc.map(named),
    attachments: attachments.map(({ content, ...file }) => ({
      ...file,
      content: Buffer.from(content),
    })),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
  try {
    await transport.sendMail(mail)
  } finally {
    transport.close()
  }
}

/** What trying again does not change: the server's 5xx, a wrong password, a server nobody may name. */
function toRefusal(error: unknown): MailRefusal | undefined {
  if (error instanceof MailRefusal) return error
  if (error instanceof MailHostRefusal) {
    return error.code === 'ETIMEOUT' ? undefined : new MailRefusal(0, error.message, error)
  }
  if (!(error instanceof Error)) return undefined
  const { responseCode: code } = error as { responseCode?: unknown }
  if (typeof code !== 'number' || code < 500) return undefined
  return new MailRefusal(code, failureOf(error).message ?? '', error)
}
