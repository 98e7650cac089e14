import type { EvaluationContext } from '@openfeature/core'
import { FlagdCore } from '@openfeature/flagd-core'

import { armSchema, type Arm } from './channel.ts'
import type { FlagdDocument } from './flagd-document.ts'

/** What the document says about one app for one visitor. */
export interface Decision {
  arm: Arm
  version: string
  /** flagd's word for why: STATIC, TARGETING_MATCH, DEFAULT. */
  reason: string
  /** The stable releases, newest first. */
  lineage: string[]
  revoked: string[]
}

/** Answers who runs what by one document. */
export interface Evaluator {
  document: FlagdDocument
  /** The apps that have a release. */
  apps: string[]
  /** The releases that nobody may run any more, as `app@version`. */
  revoked: string[]
  /** `visitor` is the id of the cookie, '' for somebody who has none. */
  decide: (app: string, visitor: string) => Decision | undefined
  /** Visitors of whom it says the same have the same decisions and features. */
  variantsOf: (visitor: string) => string
  /** The feature flags of a visitor. */
  features: (visitor: string) => Record<string, boolean>
}

/** Evaluates a document with flagd's own engine; throws when it is not one. */
export function createEvaluator(document: FlagdDocument): Evaluator {
  // No code is made at run time: the same engine runs on edge platforms, which forbid that.
  const core = new FlagdCore(undefined, undefined, { disableDynamicCodeGeneration: true })
  core.setConfigurations(JSON.stringify(document))
  const namesOf = (kind: string): string[] =>
    Object.entries(document.flags)
      .filter(([, { metadata, state }]) => metadata?.['kind'] === kind && state === 'ENABLED')
      .map(([name]) => name)
  const apps = namesOf('app')
  const features = namesOf('feature')
  const hasTargeting = (name: string): boolean => document.flags[name]?.targeting !== undefined
  const drawnApps = apps.filter(hasTargeting)
  const drawnFeatures = features.filter(hasTargeting)
  const histories = new Map(apps.map((app) => [app, historyOf(document, app)]))

  return {
    document,
    apps,
    revoked: apps.flatMap((app) =>
      (histories.get(app)?.revoked ?? []).map((version) => `${app}@${version}`),
    ),
    features: (visitor) =>
      Object.fromEntries(
        features.map((name) => [
          name,
          core.resolveBooleanEvaluation(name, false, contextOf(visitor)).value,
        ]),
      ),
    variantsOf(visitor) {
      const context = contextOf(visitor)
      return [
        ...drawnApps.map((name) => core.resolveStringEvaluation(name, '', context)),
        ...drawnFeatures.map((name) => core.resolveBooleanEvaluation(name, false, context)),
      ]
        .map(({ variant }) => variant)
        .join(' ')
    },
    decide(app, visitor) {
      const history = histories.get(app)
      if (history === undefined) return undefined
      const { value, variant, reason } = core.resolveStringEvaluation(app, '', contextOf(visitor))
      if (value === '') return undefined
      return { arm: armSchema.parse(variant), version: value, reason: reason ?? '', ...history }
    },
  }
}

const contextOf = (visitor: string): EvaluationContext =>
  visitor === '' ? {} : { targetingKey: visitor }

function historyOf({ flags }: FlagdDocument, app: string) {
  const words = (key: string): string[] =>
    String(flags[app]?.metadata?.[key] ?? '')
      .split(' ')
      .filter((word) => word !== '')
  return { lineage: words('lineage'), revoked: words('revoked') }
}
