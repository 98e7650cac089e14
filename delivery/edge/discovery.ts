import type { RemoteRelease } from '@errand/contract/release'

import { fullWeight } from '../rollouts/channel.ts'
import type { Evaluator } from '../rollouts/evaluator.ts'
import type { Page } from './page-source.ts'

const schema =
  'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json'

/** This visitor's remotes in the format of frontend discovery, v1-pre. */
export function discovery({ set }: Page, evaluator: Evaluator, visitor: string) {
  return {
    schema,
    microFrontends: Object.fromEntries(
      set.remotes.map((remote) => [
        `@errand/${remote.app}`,
        [describe(remote, evaluator, visitor)],
      ]),
    ),
  }
}

function describe(remote: RemoteRelease, evaluator: Evaluator, visitor: string) {
  const { app, name, version, entry, fallbacks, globalName } = remote
  const [fallback] = fallbacks
  const arm = evaluator.decide(app, visitor)?.arm
  const weight = Number(evaluator.document.flags[app]?.metadata?.['weight'] ?? 0)
  const share = arm === 'candidate' ? weight : fullWeight - weight
  return {
    url: entry.url,
    ...(fallback !== undefined && { fallbackUrl: fallback.entry.url }),
    metadata: { integrity: entry.integrity ?? '', version },
    extras: { modulefederation: { name, globalName, exposes: ['./routes'] } },
    deployment: { traffic: (share * 100) / fullWeight, default: arm !== 'candidate' },
  }
}
