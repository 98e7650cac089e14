import { Outlet } from 'react-router-dom'

import { AppToaster } from './shell/app-toaster.tsx'

/** What every page has: the page itself and the toasts. */
export function RootLayout() {
  return (
    <>
      <Outlet />
      <AppToaster />
    </>
  )
}
