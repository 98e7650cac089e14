import { playInStep } from '../support/in-step.ts'
import { test } from '../support/test.ts'

/** A seed whose twelve actions are of every kind; `in-step.long.spec.ts` plays others. */
const seed = 7420

test('two browsers of one account stay in step through every kind of action', async ({
  owner,
  browser,
}) => {
  await playInStep({ owner, browser }, { seed, count: 12, lookEvery: 6 })
})
