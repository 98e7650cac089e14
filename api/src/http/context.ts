import type { Identity } from '../identity/identity.ts'

/** What a request carries through the handlers. */
export interface RequestEnv {
  Variables: {
    traceId: string
    /** This request's own: a caller's trace may have many. */
    requestId: string
  }
}

/** A request of somebody whose token was verified. */
export interface SignedInEnv {
  Variables: RequestEnv['Variables'] & { identity: Identity }
}

/** A request of somebody who has a profile. */
export interface OwnerEnv {
  Variables: SignedInEnv['Variables'] & {
    ownerId: string
  }
}
