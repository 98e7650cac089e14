import { bucketOf } from '../rollouts/bucket.ts'
import type { Channel } from '../rollouts/channel.ts'
import type { Evaluator } from '../rollouts/evaluator.ts'
import type { PickRequest } from '../rollouts/pick.ts'
import type { Page } from './page-source.ts'

/**
 * Why a visitor runs what: the rule, the bucket and the releases, app by app. `avoid` is known of the
 * browser that asks alone.
 */
export function why(
  { set }: Page,
  evaluator: Evaluator,
  { visitor, avoid }: Pick<PickRequest, 'visitor' | 'avoid'>,
) {
  return {
    visitor,
    revision: set.revision,
    releaseSet: set.id,
    apps: evaluator.apps.map((channel) => explain(channel)),
  }

  function explain({ app, rolloutId, weight, revoked }: Channel) {
    const decision = evaluator.decide(app, visitor)
    const remote = set.remotes.find((candidate) => candidate.app === app)
    const runs = app === 'host' ? set.host : remote
    return {
      app,
      arm: decision?.arm,
      picked: decision?.version,
      /** Differs from `picked` where that did not fit, did not work here, or is not there. */
      runs: runs?.version ?? null,
      fallbacks: remote?.fallbacks.map(({ version }) => version) ?? [],
      rule: decision?.rule,
      weight,
      bucket: visitor === '' ? null : bucketOf(app, rolloutId, visitor),
      /** What failed in this browser. */
      avoided: [...avoid].filter((name) => name.startsWith(`${app}@`)),
      revoked,
    }
  }
}
