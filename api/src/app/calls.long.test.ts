import { testCalls } from '../../test/calls/test-calls.ts'

// A round makes 385 calls.
testCalls({ rounds: 26, maxMs: 2000 })
