import type { FieldState, TurnMessage } from './turn.ts'

/** What fell out of the part of a chat that a provider is shown, to be told in few words. */
export interface SummaryRequest {
  /** What the chat was about before these messages. */
  earlier?: string
  /** Oldest first. */
  messages: TurnMessage[]
  fields: FieldState[]
}

/** The longest summary that is kept. */
export const maxSummaryLength = 2000
