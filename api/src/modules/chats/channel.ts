import type { Message, MessageError } from '@errand/contract/chats/message'
import type { Channel as ChannelName } from '@errand/contract/chats/session'

import type { ContactRow, MessageRow } from './rows.ts'

/** A message as a channel is asked to send it. */
export interface ChannelMessage {
  ownerId: string
  /** The same for each try of one attempt: a channel that can tell tries apart sends once. */
  reference: string
  /** The phone number, or the user id of a contact who hides it. */
  to: Pick<ContactRow, 'phoneNumber' | 'userId'>
  text: string
  template?: NonNullable<Message['template']>
  /** What the contact can tap instead of writing. */
  choices?: NonNullable<Message['choices']>
  /** A file that is stored with us, sent with the text as its caption. */
  media?: NonNullable<MessageRow['media']>
  /** The provider id of the message that this one replies to. */
  replyToProviderId?: string
}

/** A channel's answer when it has accepted a message. */
export interface Accepted {
  providerId: string
}

/** How fast a channel accepts messages; faster ones are refused. */
export interface Pace {
  /** The least time between two messages to one contact, of which `pairBurst` may be sent ahead. */
  pairMs: number
  pairBurst: number
  /** The least time between them even so, in which the first one arrives before the second. */
  orderMs: number
  /** The least time between messages of one number, after a burst of `burst` messages. */
  numberMs: number
  burst: number
}

/** A way to send messages to contacts. */
export interface Channel {
  /**
   * Throws `ChannelRefusal` for what will not be sent, `ChannelBusy` for what may be sent later,
   * `ChannelThrottled` when the number sends too much and `ChannelLost` when nothing can be sent any
   * more; any other error is worth another try.
   */
  send: (message: ChannelMessage) => Promise<Accepted>
  /** Undefined if the channel has no limit. */
  pace?: Pace
  /** Shows the contact a typing indicator for some 25 seconds; a failure is harmless. */
  showTyping?: (inbound: { ownerId: string; providerId: string }) => Promise<void>
  /** Shows the contact that their message, and those before it, were read. */
  markRead?: (inbound: { ownerId: string; providerId: string }) => Promise<void>
}

/** The channels that can be used now. */
export type Channels = Partial<Record<ChannelName, Channel>>

/** What a refusal is about: the one message, the owner's number, or the contact's wish for marketing. */
type Concern = 'message' | 'number' | 'marketing'

/** The provider refuses a message, and says why. */
export class ChannelRefusal extends Error {
  override readonly name = 'ChannelRefusal'
  readonly reason: MessageError
  readonly concerns: Concern

  constructor(reason: MessageError, concerns: Concern = 'message') {
    super(reason.title)
    this.reason = reason
    this.concerns = concerns
  }
}

/** The provider cannot take the message now, but may take it later. */
export class ChannelBusy extends Error {
  override readonly name = 'ChannelBusy'
  readonly reason: MessageError
  /** How often to retry, and after which time first; each wait is twice the one before. */
  readonly retry: { tries: number; firstMs: number }

  constructor(reason: MessageError, retry: ChannelBusy['retry']) {
    super(reason.title)
    this.reason = reason
    this.retry = retry
  }
}

/** The provider takes no message of this number for a while. */
export class ChannelThrottled extends Error {
  override readonly name = 'ChannelThrottled'
  /** The length of the first pause, and the one that the provider asks for, if it does. */
  readonly firstMs: number
  readonly retryAfterMs: number | undefined

  constructor({ firstMs, retryAfterMs }: { firstMs: number; retryAfterMs?: number | undefined }) {
    super('The number is throttled')
    this.firstMs = firstMs
    this.retryAfterMs = retryAfterMs
  }
}

/** Nothing can be sent over the owner's number until it is connected again. */
export class ChannelLost extends Error {
  override readonly name = 'ChannelLost'
  readonly reason: MessageError

  constructor(reason: MessageError) {
    super(reason.title)
    this.reason = reason
  }
}

/** Reasons not to send a message at all; the codes are those that the provider would return. */
export const refusals = {
  windowClosed: {
    code: 131_047,
    title: 'The 24-hour window is closed',
    detail: 'The contact wrote more than 24 hours ago. Send a template or wait for a reply.',
    retryable: false,
    action: 'send_template',
  },
  unwanted: {
    code: 131_050,
    title: 'The contact opted out of messages',
    detail: 'The contact asked for no more messages, or is blocked.',
    retryable: false,
    action: 'none',
  },
  noMarketing: {
    code: 131_050,
    title: 'The contact opted out of marketing',
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
  noFile: {
    code: 131_052,
    title: 'The file could not be opened',
    detail: 'Our store of files did not answer after several tries. Try again later.',
    retryable: true,
    action: 'none',
  },
  throttled: {
    code: 130_429,
    title: 'Too many messages at once',
    detail: 'Too many were sent, so WhatsApp accepts no more from your number for now.',
    retryable: true,
    action: 'none',
  },
  unpaid: {
    code: 131_042,
    title: 'Not enough credit',
    detail: 'The credit was used up before this message could be sent. Top up and try again.',
    retryable: true,
    action: 'top_up',
  },
  unanswered: {
    code: 131_000,
    title: 'The message could not be sent',
    detail: 'WhatsApp did not accept it after several tries. Try again later.',
    retryable: true,
    action: 'none',
  },
} as const satisfies Record<string, MessageError>
