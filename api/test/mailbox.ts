import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'

import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server'

interface Received {
  from: string
  to: string[]
  raw: string
  mail: Email
}

/** A mail server of a test, on this machine alone. */
export interface Mailbox {
  port: number
  received: Received[]
  /** What it answers to the next letters, instead of taking them. */
  answers: { responseCode: number; message: string }[]
  stop: () => Promise<void>
}

/** Starts a server that lets one account in: `asha` with `pass-word`. */
export async function startMailbox(): Promise<Mailbox> {
  const received: Received[] = []
  const answers: Mailbox['answers'] = []
  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const raw = await buffer(stream)
    const answer = answers.shift()
    if (answer !== undefined) throw Object.assign(new Error(answer.message), answer)
    const { mailFrom, rcptTo } = session.envelope
    received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      raw: raw.toString(),
      mail: await PostalMime.parse(raw),
    })
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    logger: false,
    onAuth: ({ username, password }, _session, done) => {
      if (username === 'asha' && password === 'pass-word') done(null, { user: username })
      else done(Object.assign(new Error('Wrong password'), { responseCode: 535 }))
    },
    onData: (stream, session, done) => {
      callbackify(take)(stream, session, (error) => done(error))
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as { port: number }
  const stop = async () => {
    server.close()
    await once(server.server, 'close')
  }
  return { port, received, answers, stop }
}
