import type { SignInOutcome } from '@errand/shared-auth'
import toast from 'react-hot-toast'

import { say } from './words/words.ts'

/** Says how the sign-in ended. */
export function welcome({ isNewUser, profile }: SignInOutcome): void {
  if (profile === 'create_failed') toast.error(say('profileNotCreated'))
  else if (profile === 'load_failed') toast.error(say('profileLost'))
  else toast.success(say(isNewUser ? 'welcome' : 'welcomeBack'))
}
