import { recentSignInMs } from '@errand/contract/sign-ins'
import type { MiddlewareHandler } from 'hono'

import type { Identity, OwnerEnv, SignedInEnv, VerifyToken } from '../../platform/http/context.ts'
import { Problem } from '../../platform/http/problem.ts'
import { missingToken, refusedToken } from '../../platform/identity/identity.ts'
import { requireProfile } from './account.repo.ts'
import { nameDevice, readDevice } from './sign-ins/device.ts'

/** Lets only people with a profile through; everything they see and change is their own. */
export const requireOwner: MiddlewareHandler<OwnerEnv> = async (c, next) => {
  requireProfile<string | undefined>(c.var.ownerId)
  await next()
}

/** Lets only requests with a valid bearer token through, and sets their identity. */
export function requireSignIn(verifyToken: VerifyToken): MiddlewareHandler<SignedInEnv> {
  return async (c, next) => {
    const header = c.req.header('authorization')
    if (header === undefined) throw missingToken()
    const token = /^Bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1]
    if (token === undefined) throw refusedToken('unauthenticated')
    const device = readDevice(c)
    const noteOwner = (ownerId: string) => c.set('ownerId', ownerId)
    const { identity, ownerId, isSignedIn } = await verifyToken(token, device, noteOwner)
    c.set('identity', identity)
    c.set('ownerId', ownerId)
    c.set('isSignedIn', isSignedIn)
    c.set('actor', { device: nameDevice(device.userAgent), address: device.address })
    await next()
  }
}

/** Refuses what a token alone must not do when it is that of an unattended or stolen device. */
export function requireRecentSignIn({ authenticatedAt }: Identity): void {
  if (Date.now() - authenticatedAt.getTime() > recentSignInMs)
    throw new Problem('recent_sign_in_required', {
      detail: 'This needs a sign-in of the last ten minutes.',
    })
}
