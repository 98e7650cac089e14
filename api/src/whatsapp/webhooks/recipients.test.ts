import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import { expect, test } from 'vitest'

import { useTestApi } from '../../../test/test-api.ts'
import { createRecipients } from './recipients.ts'

const api = useTestApi()

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const heapMiB = () => {
  collect()
  return process.memoryUsage().heapUsed / 1024 / 1024
}

test('the names in the webhooks of strangers are not remembered by their length', async () => {
  const findRecipients = createRecipients(api.database, api.whatsApp)
  const before = heapMiB()
  for (let count = 0; count < 60; count += 1) {
    const named = { numbers: [String(count).padEnd(2 ** 20, '0')], accounts: [] }
    expect(await findRecipients(named)).toEqual([])
  }
  expect(heapMiB() - before).toBeLessThan(30)
})
