import { createHash } from 'node:crypto'

import { idPrefixes, type IdKind } from '@errand/contract/ids'
import { ulid } from 'ulid'

import type { Prices } from '../../src/modules/billing/billing-settings.ts'

/** The input of all demo data; the same input gives the same rows. */
export interface DemoAccount {
  ownerId: string
  /** When the owner signed up. */
  since: Date
  now: Date
  random: Random
  newId: MakeId
  prices: Prices
}

/** Makes ids that sort by their time. */
type MakeId = (kind: IdKind, at: Date) => string

/** Makes ids that are the same for the same account and day. */
export function createIds(account: string): MakeId {
  const random = new Random(createHash('sha256').update(account).digest().readUInt32BE())
  return (kind, at) => `${idPrefixes[kind]}_${ulid(at.getTime(), random.next)}`
}

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs

/** How many days ago the owner of the demo signed up. */
export const historyDays = 152

export const addMs = (at: Date, ms: number): Date => new Date(at.getTime() + ms)

/** The time at a fraction, from 0 to 1, between two times. */
export const pointBetween = (from: Date, to: Date, part: number): Date =>
  addMs(from, Math.round((to.getTime() - from.getTime()) * part))

/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = Math.trunc(seed) >>> 0
  }

  /** From 0 to below 1. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.between(0, list.length - 1)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  /** The same things in another order. */
  shuffle<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, at: this.next() }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ item }) => item)
  }
}

/** Random whole numbers, none below `least`, with exactly the given sum. */
export function spread(
  random: Random,
  { count, sum, least }: { count: number; sum: number; least: number },
): number[] {
  if (sum < count * least) throw new RangeError(`${sum} is too little for ${count} of ${least}`)
  // Squared, so that many are small and a few are large, like the lengths of chats.
  const weights = Array.from({ length: count }, () => 0.15 + random.next() ** 2)
  const total = weights.reduce((one, other) => one + other, 0)
  const free = sum - count * least
  let [weight, given] = [0, 0]
  // Rounded by the running sum, so that the total is exact.
  return weights.map((own) => {
    weight += own
    const upTo = Math.round((free * weight) / total)
    const share = upTo - given
    given = upTo
    return least + share
  })
}
