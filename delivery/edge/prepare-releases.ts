import type { Releases } from '../releases/open-releases.ts'
import type { Evaluator } from '../rollouts/evaluator.ts'

const retryMs = 1_000
/** A store that takes longer is not waited for: earlier releases are served instead. */
const patienceMs = 1_000

interface Reading {
  evaluator: Evaluator
  /** What documents wait for. */
  waited: Promise<void>
  /** When what could not be read is tried again. */
  retryAt: number
}

/** Reads what a document names once; what could not be read is tried again, not at every request. */
export function createPrepare(
  releases: Pick<Releases, 'prepare'>,
): (evaluator: Evaluator) => Promise<void> {
  let last: Reading | undefined

  function begin(evaluator: Evaluator): Reading {
    const reading: Reading = { evaluator, waited: Promise.resolve(), retryAt: Infinity }
    const done = read(reading)
    // At first there is nothing to serve instead. Later it is the new document with what was read of
    // it, not the old one: what it revokes is revoked at once.
    reading.waited = last === undefined ? done : Promise.race([done, elapsed(patienceMs)])
    return reading
  }

  async function read(reading: Reading): Promise<void> {
    reading.retryAt = Infinity
    const isComplete = await releases.prepare(versionsIn(reading.evaluator))
    if (!isComplete) reading.retryAt = performance.now() + retryMs
  }

  return (evaluator) => {
    // A document that arrives during a reading is read itself: the other one names other releases.
    if (last?.evaluator !== evaluator) last = begin(evaluator)
    // Nobody waits for another try: the store may be the one that hangs.
    else if (performance.now() > last.retryAt) void read(last)
    return last.waited
  }
}

const elapsed = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Every release that the document may give somebody. */
function versionsIn({ apps }: Evaluator): [app: string, version: string][] {
  return apps.flatMap(({ app, candidate, lineage }) =>
    [...new Set(candidate === null ? lineage : [candidate, ...lineage])].map(
      (version): [string, string] => [app, version],
    ),
  )
}
