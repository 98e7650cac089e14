import { Outlet } from 'react-router-dom'

import { ProfileFailureToast } from './account/profile-failure.tsx'
import { AppToaster } from './shell/app-toaster.tsx'
import { useStartEvent } from './use-start-event.ts'

/** What every page has: the page itself and the toasts. */
export function RootLayout() {
  useStartEvent('ready')
  return (
    <>
      <Outlet />
      <AppToaster />
      <ProfileFailureToast />
    </>
  )
}
