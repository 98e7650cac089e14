import type { MessageAi, MessageChoices, MessageTemplate } from '@errand/contract/chats/message'
import type { AssistantRunState } from '@errand/contract/chats/run'
import type { HandoffReason, SessionHandler, SessionStatus } from '@errand/contract/chats/session'

import type { StoredAttention, StoredCloseReason } from './chats.ts'

/** Who drives a chat and where it stands, in JSON. */
export interface StoredState {
  status: SessionStatus
  closeReason: StoredCloseReason | null
  closedAt: string | null
  handler: SessionHandler
  handlerSince: string
  handlerReason: HandoffReason | null
  returnAt: string | null
}

/** What a reply changed of its chat beside the message itself; Undo gives it back. */
export interface ReplyUndo {
  /** The chat's state before the reply, and as the reply left it. */
  before: StoredState
  after: StoredState
  attention: { before: StoredAttention[]; after: StoredAttention[] }
  handoffReasons: HandoffReason[]
  lastReadMessageId: string | null
  /** The runs that the reply cancelled, as they were. */
  runs: { id: string; state: AssistantRunState; wakeAt: string | null }[]
  /** What the assistant had ready to send. */
  unsent: UnsentMessage[]
}

/** A message of the assistant that was removed before anybody was sent it. */
export interface UnsentMessage {
  text: string
  template?: MessageTemplate
  choices?: MessageChoices
  ai?: MessageAi
  runId?: string
  runPart?: number
  heldUntil: string
  at: string
}
