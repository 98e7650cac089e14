import type { Channel } from './channel.ts'

/** A channel without a phone at its other end: everything it is given arrives. */
export const simulator: Channel = {
  send: async ({ reference }) => ({ providerId: `sim.${reference}`, known: ['delivered'] }),
}
