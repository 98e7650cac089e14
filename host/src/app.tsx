import { queryClient } from '@errand/shared-auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { RouterProvider, type createBrowserRouter } from 'react-router-dom'

interface AppProps {
  router: ReturnType<typeof createBrowserRouter>
}

/** The whole page. */
export function App({ router }: AppProps) {
  useEffect(() => {
    // The edge's boot script asks for another release of the host when this never comes.
    window.dispatchEvent(new Event('errand:ready'))
  }, [])
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
}
