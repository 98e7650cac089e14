import type { Message, MessageError } from '@errand/contract/chats/message'
import type { Channel as ChannelName } from '@errand/contract/chats/session'

import type { StatusReport } from '../chats/state/message-status.ts'

/** A message as a channel is asked to send it. */
interface Sending {
  /** The same for each try of one attempt: a channel that can tell tries apart sends once. */
  reference: string
  to: { waId: string; phoneNumber: string }
  text: string
  template?: NonNullable<Message['template']>
  /** What the provider calls the message that this one answers. */
  replyToProviderId?: string
}

/** What a channel says when it has taken a message. */
export interface Accepted {
  providerId: string
  /** What is known already of how it went on; most channels tell that later. */
  known: StatusReport['status'][]
}

/** A way to people's phones. */
export interface Channel {
  /** Throws `ChannelRefusal` for what will not be sent; any other error is worth another try. */
  send: (message: Sending) => Promise<Accepted>
}

/** The channels that can be used now. */
export type Channels = Partial<Record<ChannelName, Channel>>

/** A message that the provider does not take, and why. */
export class ChannelRefusal extends Error {
  override readonly name = 'ChannelRefusal'
  readonly reason: MessageError

  constructor(reason: MessageError) {
    super(reason.title)
    this.reason = reason
  }
}
