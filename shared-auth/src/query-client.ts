import { QueryClient } from '@tanstack/react-query'

/** The page's one cache of server data; emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    // The HTTP client retries what may be retried; a second layer would only multiply the waiting.
    queries: { retry: false, staleTime: 15_000 },
    // Nobody asks for one afterwards, and each holds on to the screen that it was made on.
    mutations: { retry: false, gcTime: 1000 },
  },
})
