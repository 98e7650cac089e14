import type { MessageError } from '@errand/contract/chats/message'

/** Why we do not even try to send; the codes are those the provider would answer with. */
export const refusals = {
  windowClosed: {
    code: 131_047,
    title: 'The 24-hour window is closed',
    detail: 'The contact wrote more than 24 hours ago. Send a template or wait for an answer.',
    retryable: false,
    action: 'send_template',
  },
  unwanted: {
    code: 131_050,
    title: 'The contact does not want messages',
    detail: 'The contact asked for no more messages, or is blocked.',
    retryable: false,
    action: 'none',
  },
  noMarketing: {
    code: 131_050,
    title: 'The contact wants no marketing',
    detail: 'The contact stopped marketing messages in WhatsApp. Other templates still arrive.',
    retryable: false,
    action: 'send_template',
  },
  disconnected: {
    code: 190,
    title: 'The number is not connected',
    detail: 'Connect the WhatsApp number and try again.',
    retryable: true,
    action: 'reconnect',
  },
  unpaid: {
    code: 131_042,
    title: 'There is not enough credit',
    detail: 'The credit was used up before this message could be sent. Top up and try again.',
    retryable: true,
    action: 'top_up',
  },
  unanswered: {
    code: 131_000,
    title: 'The message could not be sent',
    detail: 'WhatsApp did not take it, however often we tried. Try again later.',
    retryable: true,
    action: 'none',
  },
} as const satisfies Record<string, MessageError>
