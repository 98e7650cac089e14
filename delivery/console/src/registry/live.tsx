import { ErrorState, Notice, Skeleton, useFormats } from '@errand/shared-ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use, type ReactNode } from 'react'

import { useWords } from '../words/words.ts'
import { RegistryError } from './registry.api.ts'

interface LiveProps<Data> {
  query: UseQueryResult<Data>
  children: (data: Data) => ReactNode
}

/** Whether the page shows already that something could not be read. */
const FailureContext = createContext(false)

/** What the registry answered last; a notice above it while the registry is away. */
export function Live<Data>({ query, children }: LiveProps<Data>) {
  const say = useWords()
  const errorText = useErrorText()
  const { time } = useFormats()
  const isShown = use(FailureContext)
  const { data, error, dataUpdatedAt, isFetching, refetch } = query
  if (data === undefined && error === null) return <Skeleton label={say('loading')} />
  if (data === undefined)
    return (
      <ErrorState
        title={say('unreadable')}
        detail={errorText(error)}
        isRetrying={isFetching}
        onRetry={() => void refetch()}
      />
    )
  return (
    <>
      <div role="status">
        {error !== null && !isShown && (
          <Notice tone="warning">
            <p>{isAway(error) ? say('away', { time: time(dataUpdatedAt) }) : errorText(error)}</p>
          </Notice>
        )}
      </div>
      <FailureContext value={isShown || error !== null}>{children(data)}</FailureContext>
    </>
  )
}

const isAway = (error: unknown): boolean =>
  !(error instanceof RegistryError) || error.status === 0 || error.status >= 500

/** Why a request failed, in a sentence. */
export function useErrorText(): (error: unknown) => string {
  const say = useWords()
  return (error) =>
    error instanceof RegistryError && error.status !== 0 ? error.message : say('unreachable')
}
