import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { RouterProvider, type createBrowserRouter } from 'react-router-dom'

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>
}

/** The whole page. */
export function App({ router }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
