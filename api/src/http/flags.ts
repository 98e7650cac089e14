import { flagDefinitions, flagsHeader, type FlagName } from '@errand/contract/flags'
import type { Context } from 'hono'

/**
 * The feature flags that are on for whoever calls. The edge decides them, by the buckets that the
 * page has them from, and lets no client set the header.
 */
export function flagsOf(c: Context): FlagName[] {
  const names = (c.req.header(flagsHeader) ?? '').split(',')
  return names.filter((name) => isFlagName(name))
}

const isFlagName = (name: string): name is FlagName => Object.hasOwn(flagDefinitions, name)
