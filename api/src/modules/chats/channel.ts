import type { Message, MessageError } from '@errand/contract/chats/message'
import type { Channel as ChannelName } from '@errand/contract/chats/session'

import type { ContactRow, MessageRow } from './rows.ts'

/** A message as a channel is asked to send it. */
export interface ChannelMessage {
  ownerId: string
  /** The same for each try of one attempt: a channel that can tell tries apart sends once. */
  reference: string
  /** The number, or the id of somebody who hides it. */
  to: Pick<ContactRow, 'phoneNumber' | 'userId'>
  text: string
  template?: NonNullable<Message['template']>
  /** What the contact can tap instead of writing. */
  choices?: NonNullable<Message['choices']>
  /** A file that is stored with us, sent with the text as its caption. */
  media?: NonNullable<MessageRow['media']>
  /** What the provider calls the message that this one answers. */
  replyToProviderId?: string
}

/** What a channel says when it has taken a message. */
export interface Accepted {
  providerId: string
}

/** How fast a channel takes messages: what comes faster it refuses. */
export interface Pace {
  /** How far apart two messages to one person have to be. */
  pairMs: number
  /** How far apart those of one number have to be, once so many went out at once. */
  numberMs: number
  burst: number
}

/** A way to people's phones. */
export interface Channel {
  /**
   * Throws `ChannelRefusal` for what will not be sent, `ChannelBusy` for what may be sent later,
   * `ChannelThrottled` when the number sends too much and `ChannelLost` when nothing can be sent any
   * more; any other error is worth another try.
   */
  send: (message: ChannelMessage) => Promise<Accepted>
  /** None where it takes whatever comes. */
  pace?: Pace
  /** Shows the contact for some 25 seconds that somebody writes; a failure of it hurts nothing. */
  showTyping?: (inbound: { ownerId: string; providerId: string }) => Promise<void>
  /** Tells the contact that their message, and those before it, were read. */
  markRead?: (inbound: { ownerId: string; providerId: string }) => Promise<void>
}

/** The channels that can be used now. */
export type Channels = Partial<Record<ChannelName, Channel>>

/** What a refusal is about beyond the message: the owner's number, or what the contact wants. */
type Concern = 'message' | 'number' | 'marketing'

/** A message that the provider does not take, and why. */
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

/** The provider does not take the message now; it may in a while. */
export class ChannelBusy extends Error {
  override readonly name = 'ChannelBusy'
  readonly reason: MessageError
  /** How often to try again, and when first; each wait is twice the one before. */
  readonly retry: { tries: number; firstMs: number }

  constructor(reason: MessageError, again: ChannelBusy['retry']) {
    super(reason.title)
    this.reason = reason
    this.retry = again
  }
}

/** The provider did not take the message, nor would it take another one of the number for a while. */
export class ChannelThrottled extends Error {
  override readonly name = 'ChannelThrottled'
  /** How long the first pause is, and how long the provider asks for, if it says so. */
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
  throttled: {
    code: 130_429,
    title: 'Too many messages at once',
    detail: 'WhatsApp takes no more messages from your number for now, as too many were sent.',
    retryable: true,
    action: 'none',
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
