import type { SignInOutcome } from '@errand/shared-auth'
import toast from 'react-hot-toast'

/** Says how the sign-in ended, in the product's fixed texts. */
export function welcome({ isNewUser, profile }: SignInOutcome): void {
  if (profile === 'create_failed') toast.error('Failed to create user profile. Please try again.')
  else if (profile === 'load_failed')
    toast.error('Failed to load user profile. Please refresh the page.')
  else if (isNewUser) toast.success('Welcome to the product! Your account has been created.')
  else toast.success('Welcome back!')
}
