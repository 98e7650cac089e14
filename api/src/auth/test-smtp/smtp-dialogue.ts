import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'

import { connectionOptions } from '../../mail/connection-options.ts'

const stepMs = 8_000

interface Server {
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
}

interface Letter {
  from: { name: string; address: string }
  to: string
}

/** Opens a connection to an address that was checked; its name is not looked up again. */
export async function openSocket(address: string, port: number): Promise<Socket> {
  const socket = connect({ host: address, port })
  socket.setTimeout(stepMs, () => {
    socket.destroy(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }))
  })
  await once(socket, 'connect')
  socket.setTimeout(0)
  // Whoever talks over it hears of it; without anybody it would end the process.
  socket.on('error', () => {})
  return socket
}

/** The greeting, and the secure connection if one is wanted; never an insecure one instead. */
export async function greet(socket: Socket, server: Server): Promise<SMTPConnection> {
  const dialogue = new SMTPConnection({
    connection: socket,
    ...connectionOptions(server),
    host: server.host,
    connectionTimeout: stepMs,
    greetingTimeout: stepMs,
    socketTimeout: stepMs,
    maxResponseSize: 64 * 1024,
  })
  // Between two commands nobody waits for it.
  dialogue.on('error', () => {})
  await inTime(dialogue, (done) => dialogue.connect((error) => done(error ?? null)))
  return dialogue
}

/** Signs in with the account's name and password. */
export async function signIn(
  dialogue: SMTPConnection,
  user: string,
  pass: string | undefined,
): Promise<void> {
  if (pass === undefined) throw Object.assign(new Error('No password'), { code: 'ENOPASSWORD' })
  await inTime(dialogue, (done) => dialogue.login({ user, pass }, (error) => done(error ?? null)))
}

/** Gives in one letter; answers the id it has. */
export async function sendLetter(dialogue: SMTPConnection, { from, to }: Letter): Promise<string> {
  const letter = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: 'Your mail server works',
    text: 'This message was sent to test your mail settings. There is nothing you need to do.',
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
  const envelope = { from: from.address, to: [to] }
  await inTime(dialogue, (done) =>
    dialogue.send(envelope, letter.createReadStream(), (error) => done(error ?? null)),
  )
  return letter.messageId()
}

/** Some failures come to the callback, some as an event of the connection. */
function inTime(
  dialogue: SMTPConnection,
  work: (done: (error: Error | null) => void) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  dialogue.once('error', reject)
  dialogue.once('end', () => {
    reject(Object.assign(new Error('The connection ended'), { code: 'ECONNECTION' }))
  })
  work((error) => (error === null ? resolve() : reject(error)))
  return promise.finally(() => dialogue.removeListener('error', reject))
}
