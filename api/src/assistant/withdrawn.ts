import type { MessageError } from '@errand/contract/chats/message'

/** Why a message of the assistant is not tried again. */
export const withdrawn: MessageError = {
  code: 0,
  title: 'Not sent',
  detail: 'You took the chat over before it could be sent.',
  retryable: false,
  action: 'none',
}
