import { render } from '@testing-library/react'
import toast from 'react-hot-toast'
import { onTestFinished } from 'vitest'

import { App } from '../app.tsx'
import { signIn, signOut } from '../session/session.ts'
import { knownToken } from './registry.ts'

/** Opens a page of the console, signed in unless told otherwise. */
export function renderConsole(path = '/', { isSignedIn = true } = {}) {
  history.replaceState(null, '', `/console${path}`)
  signOut()
  if (isSignedIn) signIn(knownToken)
  onTestFinished(() => toast.remove())
  return render(<App />)
}
