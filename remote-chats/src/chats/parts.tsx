import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import { ButtonLink, ErrorState } from '@errand/shared-ui'
import type { UseQueryResult } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { useWords } from '../words/words.ts'

/** Says what was refused, where nothing else on the page does. */
export const showError = (error: unknown): void => void toast.error(userMessage(error))

interface LoadFailedProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** What is safe. */
  detail?: string
  headingLevel?: 1
}

/** What stands where something could not be fetched. */
export const LoadFailed = ({ query, ...rest }: LoadFailedProps) => (
  <ErrorState
    title={userMessage(query.error)}
    isRetrying={query.isFetching}
    onRetry={() => void query.refetch()}
    {...rest}
  />
)

/** The way to what helps where a message was refused or did not arrive. */
export function HelpLink({ action }: { action: string | undefined }) {
  const say = useWords()
  if (action !== 'top_up' && action !== 'reconnect') return null
  const isTopUp = action === 'top_up'
  return (
    <ButtonLink size="small" to={isTopUp ? paths.billing.summary : `${paths.settings}#whatsapp`}>
      {say(isTopUp ? 'topUp' : 'reconnect')}
    </ButtonLink>
  )
}
