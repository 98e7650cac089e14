import { playInStep, randomSteps } from '../support/in-step.ts'
import { test } from '../support/test.ts'

/** A thousand take a quarter of an hour; another seed is another story. */
const count = Number(process.env['IN_STEP_ACTIONS'] ?? 200)
const seed = Number(process.env['IN_STEP_SEED'] ?? 20_261_121)

// A recording of a long story costs as much time as the story.
test.use({ trace: 'off' })

test(`two browsers of one account stay in step through ${count} random actions`, async ({
  owner,
  browser,
}) => {
  test.setTimeout(120_000 + count * 3000)
  await playInStep(
    { owner, browser },
    { steps: randomSteps({ seed, count }), title: `IN_STEP_SEED=${seed}`, lookEvery: 15 },
  )
})
