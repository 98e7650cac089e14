import type { Change, GuardChange } from '../../rollouts/change.ts'
import type { Channel } from '../../rollouts/channel.ts'
import type { Figures } from '../../rollouts/figures.ts'
import { ended } from '../../rollouts/guard.ts'

/** What a webhook receives about a rollout that nobody moved by hand. */
export interface Notice {
  type: 'rollout.stopped' | 'rollout.held' | 'rollout.completed' | 'rollout.paused'
  /** ISO 8601. */
  at: string
  app: string
  version: string
  reason: string
  /** The guard's, of a stop or a hold. */
  rule?: string | undefined
  figures?: Figures | undefined
  /** A sentence for people: what chat programs show of a webhook. */
  text: string
}

/** Changes of a channel that were made, and who made them. */
export interface MadeChange {
  app: string
  actor: string
  changes: (Change | GuardChange)[]
  reason: string | undefined
  figures?: Figures | undefined
  before: Channel
  after: Channel
}

/** The notice of what the guard or a plan did; undefined for what people did. */
export function noticeOf(made: MadeChange): Notice | undefined {
  const type = typeOf(made)
  const { app, before, after, figures } = made
  const version = before.candidate
  if (type === undefined || version === null) return undefined
  const decision = type === 'rollout.stopped' || type === 'rollout.held' ? after.decision : null
  const reason = made.reason ?? decision?.reason ?? ''
  return {
    type,
    at: new Date().toISOString(),
    app,
    version,
    reason,
    rule: decision?.rule,
    figures,
    text: ended([headlines[type](`${app} ${version}`), reason].filter(Boolean).join(': ')),
  }
}

function typeOf({ actor, changes, before, after }: MadeChange): Notice['type'] | undefined {
  // The guard and the plan make one change at a time.
  const change = changes[0]?.type
  if (change === 'stop' || change === 'hold') {
    // A guard that only observes has done nothing.
    if (before.isObserved) return undefined
    return change === 'stop' ? 'rollout.stopped' : 'rollout.held'
  }
  if (actor !== 'plan') return undefined
  if (change === 'pause') return 'rollout.paused'
  return change === 'advance' && after.candidate === null ? 'rollout.completed' : undefined
}

const headlines: Record<Notice['type'], (release: string) => string> = {
  'rollout.stopped': (release) => `The guard took ${release} from everybody`,
  'rollout.held': (release) => `The guard holds the rollout of ${release}`,
  'rollout.completed': (release) => `The plan of ${release} is complete, everybody is given it`,
  'rollout.paused': (release) => `The plan of ${release} is paused`,
}
