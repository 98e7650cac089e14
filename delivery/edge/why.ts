import type { Evaluator } from '../rollouts/evaluator.ts'
import { bucketOf } from '../rollouts/bucket.ts'
import { ruleFor } from '../rollouts/flagd-document.ts'
import type { Page } from './page-source.ts'

/** Why a visitor runs what: the rule, the bucket and the releases, app by app. */
export function why({ set }: Page, evaluator: Evaluator, visitor: string) {
  return {
    visitor,
    revision: set.revision,
    releaseSet: set.id,
    apps: evaluator.apps.map((app) => explain(app)),
  }

  function explain(app: string) {
    const decision = evaluator.decide(app, visitor)
    const flag = evaluator.document.flags[app]
    const metadata = flag?.metadata ?? {}
    const rolloutId = String(metadata['rolloutId'] ?? '')
    const runs = app === 'host' ? set.host : set.remotes.find((remote) => remote.app === app)
    return {
      app,
      arm: decision?.arm,
      picked: decision?.version,
      /** Differs from `picked` where that did not fit, did not work here, or is not there. */
      runs: runs?.version ?? null,
      previous: set.remotes.find((remote) => remote.app === app)?.previous?.version ?? null,
      rule: ruleFor(flag, visitor),
      reason: decision?.reason,
      weight: metadata['weight'],
      bucket: visitor === '' ? null : bucketOf(app, rolloutId, visitor),
      revoked: decision?.revoked ?? [],
    }
  }
}
