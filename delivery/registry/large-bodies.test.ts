import { maxBodyBytes } from '@errand/contract/limits'
import { expect, test } from 'vitest'

import { localAdminToken } from '../signing/credentials.ts'
import { setUpTestRegistry } from '../testing/registry-fixture.ts'

const fixture = setUpTestRegistry()
const mebibyte = 1024 * 1024

test.each([
  ['/apps/remote-jobs/changes', maxBodyBytes],
  ['/apps/remote-jobs/gc', maxBodyBytes],
  ['/apps/remote-jobs/keys', maxBodyBytes],
  ['/tickets', maxBodyBytes],
  ['/tokens', maxBodyBytes],
  ['/edges/edge-1', 2 * mebibyte],
  ['/apps/remote-jobs/releases', 32 * mebibyte],
])('a body of %s is read up to its limit, and no further', async (path, maxBytes) => {
  await fixture.newTeam('remote-jobs')
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += mebibyte / 4
      controller.enqueue(new Uint8Array(mebibyte / 4).fill(32))
      // More than any limit, so that a body without one ends too.
      if (sent > 40 * mebibyte) controller.close()
    },
  })
  const headers = { authorization: `Bearer ${localAdminToken(fixture.dataDir)}` }
  const init = { method: 'POST', headers, body, duplex: 'half' }
  const answer = await fixture.registry.routes.request(`/registry${path}`, init)

  expect(answer.status).toBe(413)
  expect(await answer.json()).toMatchObject({ code: 'body_too_large' })
  // What a stream holds ready comes on top.
  expect(sent).toBeLessThanOrEqual(maxBytes + mebibyte)
})
