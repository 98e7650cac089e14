import { testCalls } from '../../test/calls/test-calls.ts'

testCalls({ rounds: 1 })
