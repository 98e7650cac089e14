import { InvalidArgumentError } from 'commander'

import { fullWeight } from '../rollouts/channel.ts'

/** A share as it is typed, `5%` or `0.5`, as a weight. */
export function parseShare(text: string): number {
  const percent = /^(\d{1,3}(?:\.\d{1,3})?)\s*%?$/.exec(text.trim())?.[1]
  const weight = Math.round((Number(percent) / 100) * fullWeight)
  if (percent === undefined || weight > fullWeight) {
    throw new InvalidArgumentError('A share is a percentage from 0% to 100%, such as 5%.')
  }
  return weight
}

/** A weight as people read it. */
export const showShare = (weight: number): string => `${(weight * 100) / fullWeight} %`
