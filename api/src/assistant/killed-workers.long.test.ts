import { testKilledWorkers } from '../../test/killed-workers.ts'

const states = [
  'debouncing',
  'locked',
  'thinking',
  'asked',
  'validating',
  'sending',
  'before sending',
  'after sending',
  'done',
]

testKilledWorkers({ states, leaseMs: 1500 })
