import type { SignInOutcome } from '@errand/shared-auth'
import toast from 'react-hot-toast'

import { tellProfileFailure } from '../account/profile-failure.tsx'
import { say } from './words/words.ts'

/** Says how the sign-in ended. */
export function welcome({ isNewUser, profile }: SignInOutcome): void {
  if (profile !== 'ready') tellProfileFailure(profile)
  else toast.success(say(isNewUser ? 'welcome' : 'welcomeBack'))
}
