import { userMessage } from '@errand/shared-auth'
import { Button, ErrorState } from '@errand/shared-ui'
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query'

import { useWords } from '../words/words.ts'

interface LoadFailedProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching'>
  onRetry: () => void
}

/** Shown in place of billing data that could not be loaded. */
export const LoadFailed = ({ query: { error, isFetching }, onRetry }: LoadFailedProps) => (
  <ErrorState
    title={userMessage(error)}
    detail={useWords()('safe')}
    isRetrying={isFetching}
    onRetry={onRetry}
  />
)

/** The end of a paginated list: a button for more, or for a retry. */
export function ListEnd({ list }: { list: UseInfiniteQueryResult }) {
  const say = useWords()
  const { isError, isFetchNextPageError, fetchNextPage, refetch } = list
  if (isError) {
    return (
      <LoadFailed
        query={list}
        onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
      />
    )
  }
  return list.hasNextPage ? (
    <div>
      <Button isBusy={list.isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {say('showMore')}
      </Button>
    </div>
  ) : null
}
