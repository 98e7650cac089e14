import { expect, test, vi } from 'vitest'

import { useMailWorker } from '../../test/mail-worker.ts'
import { useTestApi } from '../../test/test-api.ts'
import { makeAccountFile } from '../auth/export/make-account-file.ts'
import { createMakeExport } from './make-export.ts'

const publicUrl = 'https://errand.example'
const api = useTestApi()
const post = useMailWorker(api, publicUrl)

/** Has an account exported by an owner with these settings; answers the ids of both. */
async function exportAccount(given: Parameters<typeof post.newOwner>[0] = {}) {
  const { owner, ownerId } = await post.newOwner(given)
  const { exportId } = (await owner.call('POST', '/api/auth/export')).body
  const make = createMakeExport(api, { account: makeAccountFile })
  await Promise.all([make({ exportId }), make({ exportId })])
  return { exportId, ownerId }
}

test('who waits for a file is written to once, with the way to it', async () => {
  const { exportId, ownerId } = await exportAccount()

  expect(await post.mailsTo(ownerId)).toBe(1)
  await vi.waitFor(() => expect(post.received).toHaveLength(1), { interval: 50 })
  const [letter] = post.received
  expect(letter?.to).toEqual(['asha@shop.example'])
  expect(letter?.mail.subject).toBe('Your export is ready')
  const link = `${publicUrl}/settings?export=${exportId}`
  expect(letter?.mail.text).toContain(link)
  expect(letter?.mail.html).toContain(`href="${link}"`)
  expect(letter?.mail.text).toMatch(/It is kept until 20\d\d-\d\d-\d\d\./)
})

test.each([
  ['has no mail server', { settings: { smtp: { enabled: false } } }],
  ['has no address', { email: '' }],
])('an owner who %s is not written to', async (_, given) => {
  const { ownerId } = await exportAccount(given)

  expect(await post.mailsTo(ownerId)).toBe(0)
})
