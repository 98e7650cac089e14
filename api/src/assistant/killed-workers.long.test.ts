import { killedAt } from '../../test/killed-workers.ts'

killedAt([
  'debouncing',
  'locked',
  'thinking',
  'asked',
  'validating',
  'sending',
  'before sending',
  'after sending',
  'done',
])
