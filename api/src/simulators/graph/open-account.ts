import type { MiddlewareHandler } from 'hono'

import { GraphRefusal } from './refusal.ts'
import type { Simulation } from './simulation.ts'
import type { SimulatedBusiness } from './world.ts'

/** Whose account a call is about. */
export interface AccountEnv {
  Variables: { business: SimulatedBusiness }
}

const noSuchObject = (id: string) =>
  new GraphRefusal({
    code: 100,
    title: `Unsupported request. Object with ID '${id}' does not exist`,
    details: 'It cannot be loaded due to missing permissions, or does not exist.',
  })

/** Lets the calls through that show the token of the account that they are about. */
export function openAccount(simulation: Simulation): MiddlewareHandler<AccountEnv> {
  return async (c, next) => {
    const id = c.req.param('id') ?? ''
    const business = await simulation.business(id)
    if (business === undefined) throw noSuchObject(id)
    requireToken(business, c.req.header('authorization'))
    const outage = business.outages.shift()
    if (outage !== undefined) throw new GraphRefusal(outage, outage.code === 190 ? 401 : 500)
    c.set('business', business)
    await next()
  }
}

export function requireToken(
  { accessToken, isRevoked }: SimulatedBusiness,
  authorization: string | undefined,
): void {
  if (!isRevoked && authorization === `Bearer ${accessToken}`) return
  const details = isRevoked ? 'The session has been invalidated.' : 'Cannot parse access token.'
  const title = 'Error validating access token'
  throw new GraphRefusal({ code: 190, title, details }, 401)
}
