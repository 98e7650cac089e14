import { queryChannel, type ObservedQuery } from '@errand/database'
import { expect, onTestFinished, test, vi } from 'vitest'

import { talkingProvider } from '../../../test/assistant-api.ts'
import { useTestApi } from '../../../test/test-api.ts'
import { createLog } from '../../platform/log/create-log.ts'
import { startAssistant } from './start-assistant.ts'

const api = useTestApi()

test('while nobody writes a worker asks the database once a minute', async () => {
  const answered: string[] = []
  const note = (query: unknown) => {
    const { statement } = query as ObservedQuery
    if (statement.includes('from "assistant_runs"')) answered.push(statement)
  }
  queryChannel.asyncEnd.subscribe(note)
  onTestFinished(() => {
    queryChannel.asyncEnd.unsubscribe(note)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const { database, queue, meter, channels } = api
  const services = { database, queue, meter, channels, ai: talkingProvider() }
  const assistant = await startAssistant({ ...services, log: createLog('silent') })
  onTestFinished(() => assistant.stop())
  // Time stands still until it sleeps: else a connection that is being opened would be given up.
  while (answered.length === 0) await new Promise((resolve) => setImmediate(resolve))

  let seconds = 0
  while (answered.length === 1) {
    await vi.advanceTimersByTimeAsync(1_000)
    seconds += 1
    await database.queries.execute('select 1')
  }

  expect(seconds).toBeGreaterThanOrEqual(60)
})
