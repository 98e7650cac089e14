import {
  type ConfirmationResult,
  RecaptchaVerifier,
  getAdditionalUserInfo,
  reauthenticateWithPhoneNumber,
  signInWithPhoneNumber,
} from 'firebase/auth'

import { IdentityError } from './identity-error.ts'
import { openSession, runOwnChange, requireAuth, setTokensFrom } from './identity.ts'
import { signInProfile, type SignInOutcome } from './profile.ts'

const containerId = 'recaptcha-container'

/** The result of a confirmed code. */
/** A code that was sent and has to be entered. */
export interface PhoneConfirmation<Outcome = SignInOutcome> {
  confirm: (code: string) => Promise<Outcome>
}

let verifier: RecaptchaVerifier | undefined

/** S1: sends a code to this number (E.164) behind the invisible bot check; throws `IdentityError`. */
export async function sendCode(phoneNumber: string): Promise<PhoneConfirmation> {
  const confirmation = await sendVerified((check) =>
    signInWithPhoneNumber(requireAuth(), phoneNumber, check),
  )
  return { confirm: (code) => confirm(confirmation, code) }
}

/**
 * S21: sends a code to the signed-in owner's number, which makes their sign-in a recent one; throws
 * `IdentityError`.
 */
export async function sendOwnCode(): Promise<PhoneConfirmation<void>> {
  const confirmation = await sendVerified((check) => {
    const user = requireAuth().currentUser
    if (user?.phoneNumber == null) throw new Error('Nobody is signed in')
    return reauthenticateWithPhoneNumber(user, user.phoneNumber, check)
  })
  return {
    async confirm(code) {
      try {
        await confirmation.confirm(code)
      } catch (cause) {
        throw new IdentityError(cause)
      }
      clearVerifier()
    },
  }
}

async function sendVerified(
  send: (check: RecaptchaVerifier) => Promise<ConfirmationResult>,
): Promise<ConfirmationResult> {
  try {
    return await send(await renderVerifier())
  } catch (cause) {
    clearVerifier()
    throw new IdentityError(cause)
  }
}

function confirm(confirmation: ConfirmationResult, code: string): Promise<SignInOutcome> {
  return runOwnChange(async () => {
    const credential = await confirmation.confirm(code).catch((cause: unknown) => {
      throw new IdentityError(cause)
    })
    clearVerifier()
    const { user } = credential
    const isNewIdentity = getAdditionalUserInfo(credential)?.isNewUser ?? false
    setTokensFrom(user)
    try {
      const outcome = await signInProfile(user.phoneNumber ?? '', isNewIdentity)
      openSession(user)
      return outcome
    } catch (cause) {
      // Otherwise a reload would open the session that the api has just refused.
      await requireAuth().signOut()
      throw new IdentityError(cause)
    }
  })
}

async function renderVerifier(): Promise<RecaptchaVerifier> {
  clearVerifier()
  const container = document.getElementById(containerId)
  if (container === null) throw new Error(`The page has no #${containerId}`)
  // A new child each time: the provider refuses to render twice into one element.
  const place = document.createElement('div')
  container.replaceChildren(place)
  verifier = new RecaptchaVerifier(requireAuth(), place, {
    size: 'invisible',
    callback: () => log('verified'),
    'expired-callback': () => log('expired'),
  })
  await verifier.render()
  return verifier
}

function clearVerifier(): void {
  verifier?.clear()
  verifier = undefined
  document.getElementById(containerId)?.replaceChildren()
}

function log(event: string): void {
  // oxlint-disable-next-line no-console -- the specification asks for these two events to be logged.
  console.debug(`Bot check ${event}`)
}
