import type { Message } from '@errand/contract/chats/message'
import { paths } from '@errand/contract/paths'
import { userMessage } from '@errand/shared-auth'
import { Button, ButtonLink } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { retryMessage } from '../chats/messages.api.ts'
import { useChatDrafts } from '../drafts/chat-drafts.ts'
import { openTemplates } from '../keyboard/focus.ts'
import styles from '../outbox/refusal.module.css'
import { useWords } from '../words/words.ts'
import { patchThread } from './thread.queries.ts'
import { withMessage } from './thread.ts'

/** Why a message did not arrive, in the provider's plain words, and the one thing that helps. */
export function MessageFailure({ message }: { message: Message }) {
  const say = useWords()
  const { retry, isRetrying } = useRetryMessage(message)
  const { write } = useChatDrafts()
  const { error } = message
  const handleTemplate = () => {
    // They stand in place of the reply, and a remark may be written there now.
    write(message.sessionId, { mode: 'reply' })
    openTemplates()
  }
  return (
    <div className={styles['refusal']} role="group" aria-label={say('ticks.failed')}>
      <p>
        <b>{error?.title ?? say('ticks.failed')}</b>
        {error !== undefined && <span> {error.detail}</span>}
        <span> {say('notCharged')}</span>
      </p>
      {error?.action === 'top_up' && (
        <ButtonLink size="small" to={paths.billing.summary}>
          {say('topUp')}
        </ButtonLink>
      )}
      {error?.action === 'reconnect' && (
        <ButtonLink size="small" to={`${paths.settings}#whatsapp`}>
          {say('reconnect')}
        </ButtonLink>
      )}
      {error?.action === 'send_template' && (
        <Button size="small" onClick={handleTemplate}>
          {say('sendTemplate')}
        </Button>
      )}
      {canRetry(message) && (
        <Button size="small" isBusy={isRetrying} onClick={retry}>
          {say('sendAgain')}
        </Button>
      )}
    </div>
  )
}

/** One action: where another one helps, sending the same again does not. */
const canRetry = ({ error }: Message): boolean =>
  error === undefined || (error.retryable && (error.action ?? 'none') === 'none')

/** Sends a failed message once more: a new attempt, with its own ticks. */
function useRetryMessage({ id, sessionId }: Message) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => retryMessage(id),
    onSuccess: (message) => patchThread(sessionId, (thread) => withMessage(thread, message)),
    onError: (error) => toast.error(userMessage(error)),
  })
  return { retry: () => mutate(), isRetrying: isPending }
}
