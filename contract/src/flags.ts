/** A feature that some people may get before all; its author removes the flag later. */
interface FlagDefinition {
  description: string
  /** The package whose team decides. */
  owner: string
  /** The day it was written, `2026-11-21`; flags that stay are debt. */
  since: string
}

/** Every feature flag there is. All are off until a rollout turns them on. */
export const flagDefinitions = {
  'job-copy': {
    description: 'A job of the list can be copied into a new one.',
    owner: 'remote-jobs',
    since: '2026-11-21',
  },
} as const satisfies Record<string, FlagDefinition>

/** The name of a feature flag. */
export type FlagName = keyof typeof flagDefinitions

/** The flags of one visitor: those that are on. A flag that is missing is off. */
export type Flags = Readonly<Record<string, boolean>>
