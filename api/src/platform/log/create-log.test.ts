import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'

import { startMailServer } from '../../../test/mail-server.ts'
import { createLog } from './create-log.ts'

test('what a mail server said, and to whom, is not in the log', async () => {
  const { port, stop } = await startMailServer({
    authOptional: true,
    onRcptTo: ({ address }, _session, done) =>
      done(Object.assign(new Error(`No ${address} here`), { responseCode: 550 })),
  })
  const transport = createTransport({ host: '127.0.0.1', port, tls: { rejectUnauthorized: false } })
  const letter = { from: 'asha@shop.in', to: 'ravi@home.in', text: 'Hello' }
  const err: unknown = await transport.sendMail(letter).catch((error: unknown) => error)
  await stop()
  const log: string[] = []

  createLog('info', { write: (line) => void log.push(line) }).warn({ err }, 'a task failed')

  expect(JSON.parse(log[0] ?? '').err).toMatchObject({
    message: 'The mail server answered 550',
    code: 'EENVELOPE',
  })
  expect(log[0]).not.toMatch(/ravi|asha|here/)
})

test.each([['a word'], [undefined]])('what is thrown may be anything: %s', (err) => {
  const log: string[] = []

  createLog('info', { write: (line) => void log.push(line) }).warn({ err }, 'failed')

  expect(JSON.parse(log[0] ?? '')).toMatchObject({ msg: 'failed' })
  expect(log[0]).not.toContain('a word')
})
