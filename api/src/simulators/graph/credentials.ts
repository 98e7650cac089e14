import type { SecretBox } from '../../secrets/secret-box.ts'
import { accountIdOf, numberIdOf } from './simulated-ids.ts'

/** What an owner's account at the Graph API is reached with. */
export interface Credentials {
  phoneNumberId: string
  wabaId: string
  accessToken: string
  appSecret: string
}

/**
 * The credentials that the simulator hands out. They follow from the deployment's key, so that every
 * process knows them, nobody has to copy anything, and a restart changes nothing.
 */
export function handOut(box: Pick<SecretBox, 'marksOf'>, ownerId: string): Credentials {
  return {
    phoneNumberId: numberIdOf(ownerId),
    wabaId: accountIdOf(ownerId),
    accessToken: `sim_${box.marksOf(`graph access token of ${ownerId}`)[0]}`,
    appSecret: box.marksOf(`graph app secret of ${ownerId}`)[0],
  }
}
