import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { type createBrowserRouter, Outlet, RouterProvider } from 'react-router-dom'

import { ProfileFailureToast } from './account/profile-failure.tsx'
import { useStartEvent } from './release/use-start-event.ts'
import { AppToaster } from './shell/app-toaster.tsx'

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>
}

/** The root component. */
export function App({ router }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}

/** The layout of every page: the page and the toasts. */
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
