import { testRollouts } from '../testing/visitors.ts'

testRollouts({ count: 200_000, tolerance: 0.002 })
