import { testGoodReleases } from '../testing/rollouts.ts'

testGoodReleases(200)
