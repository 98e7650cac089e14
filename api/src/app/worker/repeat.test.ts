import { expect, test } from 'vitest'

import { createLog } from '../../platform/log/create-log.ts'
import { repeat } from './upkeep.ts'

test('a failed round is logged once in a row and the next ones are tried', async () => {
  const log: string[] = []
  const recovered = Promise.withResolvers<void>()
  let rounds = 0

  const repeated = repeat({
    name: 'sweep',
    everyMs: 1,
    log: createLog('info', { write: (line) => void log.push(line) }),
    work: async () => {
      rounds += 1
      if (rounds < 4) throw new Error('database gone')
      recovered.resolve()
    },
  })
  await recovered.promise
  await repeated.stop()
  const roundsAtStop = rounds

  expect(log).toHaveLength(1)
  expect(log[0]).toContain('sweep failed')
  expect(rounds).toBe(roundsAtStop)
})

test('stopping waits for the round that runs', async () => {
  const round = Promise.withResolvers<void>()
  const events: string[] = []
  const repeated = repeat({
    name: 'sweep',
    everyMs: 1,
    log: createLog('silent'),
    work: async () => {
      await round.promise
      events.push('round ended')
    },
  })

  const stopped = repeated.stop().then(() => events.push('stopped'))
  round.resolve()
  await stopped

  expect(events).toEqual(['round ended', 'stopped'])
})
