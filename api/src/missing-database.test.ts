import { expect, test } from 'vitest'

import { freePort } from '@errand/database/testing'
import { tryToStart } from '../test/test-server.ts'

test('a database that is not there is one sentence', async () => {
  const server = await tryToStart({
    DATABASE_URL: `postgres://errand@127.0.0.1:${await freePort()}/errand`,
  })

  expect(server.start).toEqual({
    type: 'failed',
    message: 'PostgreSQL cannot be reached at DATABASE_URL.',
  })
})
