import { queryClient } from '@errand/shared-auth'
import type { QueryKey } from '@tanstack/react-query'

/** Runs a task for each query below this key that waits for an answer, once the cache has it. */
export function behindAnswers(key: QueryKey, task: (queryKey: QueryKey) => void): void {
  const waiting = { queryKey: key, fetchStatus: 'fetching' } as const
  for (const { queryKey, promise } of queryClient.getQueryCache().findAll(waiting)) {
    // A moment later, when the cache has taken it for certain.
    void promise?.then(
      () => setTimeout(() => task(queryKey)),
      () => undefined,
    )
  }
}
