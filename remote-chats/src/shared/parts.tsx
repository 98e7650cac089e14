import type { Message } from '@errand/contract/chats/message'
import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import { ButtonLink, ErrorState } from '@errand/shared-ui'
import type { UseQueryResult } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { useWords } from '../words/words.ts'

/** Shows why a call failed, where nothing else on the page does. */
export const showError = (error: unknown): void => void toast.error(userMessage(error))

/** Copies a text and says whether it could: without a secure origin browsers have no clipboard. */
export function useCopyText(): (text: string) => Promise<void> {
  const say = useWords()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast.success(say('copied'))
    } catch {
      toast.error(say('notCopied'))
    }
  }
}

interface LoadFailedProps {
  query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
  /** What is kept in spite of the failure. */
  detail?: string
  headingLevel?: 1
}

/** Shown in place of something that could not be loaded. */
export const LoadFailed = ({ query, ...rest }: LoadFailedProps) => (
  <ErrorState
    title={userMessage(query.error)}
    isRetrying={query.isFetching}
    onRetry={() => void query.refetch()}
    {...rest}
  />
)

/** Whether sending a failed message again may help; where another action does, it does not. */
export const canRetry = (error: Message['error']): boolean =>
  error === undefined || (error.retryable && (error.action ?? 'none') === 'none')

/** A link to the page that fixes why a message was refused or not delivered. */
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
