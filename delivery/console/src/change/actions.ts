import type { Me } from '@errand/delivery/rollouts/answers'
import type { Change } from '@errand/delivery/rollouts/change'
import {
  flagNameOf,
  fullWeight,
  mayRunNothing,
  stableOf,
  type Channel,
} from '@errand/delivery/rollouts/channel'

import { nextWeight } from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'

const actionNames = ['advance', 'pause', 'resume', 'share', 'promote', 'rollback', 'kill'] as const
/** What a release manager can do about an app. */
export type ActionName = (typeof actionNames)[number]

/** The actions in the order of their buttons. */
export const actionsOf = ({ plan }: Channel): readonly ActionName[] => [
  'advance',
  plan?.isPaused === true ? 'resume' : 'pause',
  'share',
  'promote',
  'rollback',
  'kill',
]

/** What is chosen in the dialog of an action. */
export interface Choice {
  version: string
  weight: number
  isForced: boolean
}

/** The releases that an action can be about. */
export function versionsFor(name: ActionName, channel: Channel): string[] {
  const { candidate, lineage, stopped, revoked } = channel
  if (name === 'kill') {
    // What the guard took back may come back until it is killed.
    const versions = [...(candidate === null ? [] : [candidate]), ...stopped, ...lineage]
    return versions.filter((version) => !revoked.includes(version))
  }
  if (name === 'rollback' && candidate === null) return lineage.slice(1)
  return []
}

/** The change that the registry is asked for. */
export function changeFor(name: ActionName, channel: Channel, choice: Choice): Change {
  const force = choice.isForced ? { force: true } : {}
  if (name === 'share')
    return {
      type: 'rollout',
      version: channel.candidate ?? '',
      weight: choice.weight,
      ...force,
    }
  if (name === 'kill') return { type: name, version: choice.version }
  if (name === 'rollback')
    return choice.version === '' ? { type: name } : { type: name, to: choice.version }
  if (name === 'pause' || name === 'resume') return { type: name }
  return { type: name, ...force }
}

/** The changes that take an action back, one after the other; none where nothing does. */
export function undoOf(name: ActionName, before: Channel): Change[] {
  const { candidate, weight, plan, isObserved } = before
  if (name === 'pause') return [{ type: 'resume' }]
  if (name === 'resume') return [{ type: 'pause' }]
  const isStep = name === 'advance' && (nextWeight(before) ?? fullWeight) < fullWeight
  if (candidate === null || !(isStep || name === 'share' || name === 'rollback')) return []
  const steps = plan?.steps.slice(plan.step) ?? []
  // A plan goes on where it was, unless the share was changed by hand.
  const isAtStep = steps[0]?.weight === weight
  const rest = isAtStep ? { plan: { ...(plan?.name && { name: plan.name }), steps } } : {}
  return [
    { type: 'rollout', version: candidate, weight, isObserved, force: true, ...rest },
    ...(isAtStep && plan?.isPaused === true ? [{ type: 'pause' as const }] : []),
  ]
}

/** Says why an action is not possible; undefined if it is. */
export function useBlocked(
  me: Me | undefined,
): (name: ActionName, channel: Channel) => string | undefined {
  const say = useWords()
  return (name, channel) => {
    if (me?.kind === 'reader') return say('readsOnly')
    const isOthers = me?.kind === 'app' && me.app !== channel.app
    // A flag belongs to one app, but which one only the registry knows.
    if (isOthers && flagNameOf(channel.app) === undefined)
      return say('otherApp', { app: me.app ?? '' })
    const reason = blockedBy(name, channel)
    return reason && say(reason)
  }
}

function blockedBy(name: ActionName, channel: Channel) {
  const { app, candidate, lineage, plan } = channel
  if (name === 'kill') {
    if (versionsFor(name, channel).length === 0) return 'nothingToKill'
    return app === 'host' && lineage.length < 2 && candidate === null ? 'onlyRelease' : undefined
  }
  if (name === 'rollback') {
    const hasEarlier = lineage.length > 1 || (mayRunNothing(app) && lineage.length > 0)
    return candidate !== null || hasEarlier ? undefined : 'nothingEarlier'
  }
  if (candidate === null) return 'noRollout'
  if (name === 'share' || name === 'promote') return undefined
  if (plan === null) return 'hasNoPlan'
  if (name === 'pause') return plan.isPaused ? 'isPaused' : undefined
  if (name === 'resume') return plan.isPaused ? undefined : 'isNotPaused'
  return nextWeight(channel) === undefined ? 'isLastStep' : undefined
}

/** Says what an action does, and to whom. */
export function useConsequence(share: (weight: number) => string) {
  const say = useWords()
  return (name: ActionName, channel: Channel, choice: Choice): string => {
    const { candidate, weight } = channel
    const stable = stableOf(channel) ?? say('noRelease')
    const before = share(weight)
    const version = candidate ?? stable
    const next = nextWeight(channel) ?? fullWeight
    switch (name) {
      case 'pause':
        return say('pauseText', { share: before, version })
      case 'resume':
        return say('resumeText', { share: before })
      case 'share': {
        const text = say('shareText', { version, before })
        return channel.plan === null ? text : `${text} ${say('sharePausesText')}`
      }
      case 'rollback':
        if (candidate !== null) return say('rollbackText', { share: before, stable })
        return say('backText', {
          version: stable,
          stable: choice.version === '' ? say('noRelease') : choice.version,
        })
      case 'kill':
        return say('killText', { version: choice.version })
      case 'advance':
      case 'promote':
      default:
        // The last step is a promotion.
        return name === 'advance' && next < fullWeight
          ? say('advanceText', { share: share(next), version, before })
          : say('promoteText', { version, before })
    }
  }
}

/** Further actions of the history. */
const historyNames = {
  rollout: 'rollout',
  stop: 'stop',
  hold: 'hold',
  'would stop': 'wouldStop',
  'would hold': 'wouldHold',
  publish: 'publish',
  pin: 'pin',
  unpin: 'unpin',
  notice: 'notice',
  ticket: 'ticket',
  token: 'token',
  refused: 'refused',
} as const

/** What an action of the history is called; those of upkeep, and of a newer registry, as they are. */
export function useActionName(): (action: string) => string {
  const say = useWords()
  return (action) => {
    const known = actionNames.find((name) => name === action)
    if (known !== undefined) return say('actionName', { action: known })
    const other = new Map<string, string>(Object.entries(historyNames)).get(action)
    return other === undefined ? action : say('historyName', { action: other })
  }
}
