import { setTimeout as delay } from 'node:timers/promises'

import { test } from 'vitest'

import { endWorker, expectQuietDay } from '../../test/disturbed-day.ts'

const kills = 20

test(
  'workers killed at twenty random moments and a database that fails leave the same as a quiet day',
  { timeout: 400_000 },
  () =>
    expectQuietDay(24, async ({ writeNext, work, crash }) => {
      for (let count = 0; count < kills; count += 1) {
        // A short lease, so that the next one takes over while the people still write.
        const worker = work({ LEASE_MS: '1500' })
        const lifeMs = 1_500 + Math.random() * 2_500
        await Promise.all([delay(lifeMs), writeNext(2)])
        if (count === kills / 2) await crash()
        await endWorker(worker)
      }
    }),
)
