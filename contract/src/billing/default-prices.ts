/**
 * What messages cost where the api's settings name no other prices. The landing page is built with
 * them.
 */
export const defaultPrices = {
  currency: 'INR',
  /** Of one message that is sent. */
  unitPrice: '0.20',
  /** What is free for a new owner: whichever ends first. */
  trialDays: 30,
  trialMessages: 500,
} as const

/** The smallest amount of credit that can be bought, in the currency's main unit. */
export const smallestOrder = 10

/** The prices of the packs of credit, in the currency's main unit. */
export const packPrices = [100, 500, 1000, 5000] as const
