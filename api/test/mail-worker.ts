import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect } from 'vitest'

import { createSendEmail } from '../src/app/worker/send-email.ts'
import { emails } from '../src/platform/database/schema.ts'
import { readMailServer } from '../src/platform/mail/mail-sender.ts'
import { createMailer } from '../src/platform/mail/mailer.ts'
import { startMailServer, withoutTls, type TestMailServer } from './mail-server.ts'
import type { useTestApi } from './test-api.ts'

interface Given {
  email?: string
  settings?: object
}

/** A worker that sends mail to a mailbox of this test file alone. */
export function useMailWorker(
  api: ReturnType<typeof useTestApi>,
  publicUrl: string,
  { isProductSending = false } = {},
) {
  let server: TestMailServer
  /** The product's own mail server. */
  let product: TestMailServer
  let send: ReturnType<typeof createSendEmail>
  beforeAll(async () => {
    server = await startMailServer(withoutTls)
    product = await startMailServer({ ...withoutTls, authOptional: true })
    api.mail.isPrivateAllowed = true
    const { database, fileStore, queue, secretBox } = api
    const mailer = createMailer({ isPrivateAllowed: true })
    const sender = {
      server: readMailServer(`smtp://127.0.0.1:${product.port}`),
      address: 'alerts@errand.example',
    }
    send = createSendEmail({
      database,
      queue,
      fileStore,
      secretBox,
      mailer,
      publicUrl,
      ...(isProductSending && { sender }),
    })
    await api.queue.work({ 'email.send': send })
  })
  afterAll(() => Promise.all([server.stop(), product.stop()]))
  return {
    /** Tries to send a stored mail. */
    send: (task: { emailId: string }) => send(task),
    /** What its server has taken. */
    get received() {
      return server.letters
    },
    /** What the product's own server has taken. */
    get receivedByProduct() {
      return product.letters
    },
    /** What the server answers to the next letters, instead of taking them. */
    get answers() {
      return server.answers
    },
    /** An owner whose mail goes there, with an address of their own and these settings. */
    newOwner: async ({ email = 'asha@shop.example', settings = {} }: Given = {}) => {
      const owner = await api.newOwner()
      const smtp = {
        enabled: true,
        host: '127.0.0.1',
        port: server.port,
        security: 'none',
        username: 'asha',
        password: 'right',
        fromEmail: 'desk@shop.example',
      }
      // A chat that no job answers would send one more e-mail.
      const notifications = { email: { handoff: false } }
      const chosen = { smtp, notifications, ...settings }
      const body = { ...(email !== '' && { email }), settings: chosen }
      const { status } = await owner.call('PUT', '/api/auth/settings', { body })
      expect(status).toBe(200)
      return { owner, ownerId: owner.id }
    },
    /** How many letters there are to an owner, sent or not. */
    mailsTo: (ownerId: string) => api.database.queries.$count(emails, eq(emails.ownerId, ownerId)),
  }
}
