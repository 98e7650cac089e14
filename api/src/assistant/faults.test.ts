import { test } from 'vitest'

import { endWorker, expectQuietDay } from '../../test/disturbed-day.ts'

test(
  'workers killed at three steps and a database that fails leave the same as a quiet day',
  { timeout: 200_000 },
  () =>
    expectQuietDay(8, async ({ writeNext, work, handOver, crash }) => {
      for (const dieAt of ['asked', 'before sending', 'after sending']) {
        await writeNext(2)
        await work({ DIE_AT: dieAt }).exited
        await handOver()
      }
      await writeNext(1)
      const worker = work({ HANG_AT: '1' })
      await worker.waitFor((sent) => sent.length === 1)
      await crash()
      await endWorker(worker)
      await handOver()
    }),
)
