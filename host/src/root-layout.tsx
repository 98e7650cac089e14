import { useEffect } from 'react'
import { Outlet } from 'react-router-dom'

import { ProfileFailureToast } from './account/profile-failure.tsx'
import { AppToaster } from './shell/app-toaster.tsx'
import { keepFocus } from './shell/focus/keep-focus.ts'
import { useStartEvent } from './use-start-event.ts'

/** What every page has: the page itself, the toasts, and a focus that is never lost. */
export function RootLayout() {
  useEffect(keepFocus, [])
  useStartEvent('ready')
  return (
    <>
      <Outlet />
      <AppToaster />
      <ProfileFailureToast />
    </>
  )
}
