import type { GraphFault } from './refusal.ts'

/** What happens to a message to a magic number. */
export type Fate =
  /** The call is refused `times` times, then the message is accepted. */
  | { kind: 'refused'; fault: GraphFault; times: number; status?: 401 | 429 | 500 }
  /** The call succeeds, and the message fails a little later. */
  | { kind: 'fails'; fault: GraphFault }
  /** The message arrives, but its status reports are unusual. */
  | { kind: 'told'; statuses: readonly string[]; delayMs?: number }
  /** The message is accepted, and the response to the call is lost. */
  | { kind: 'answer_lost' }

const always = Infinity
const fault = (code: number, title: string, details: string): GraphFault => ({
  code,
  title,
  details,
})

/**
 * Numbers at which something goes wrong, by their last six digits: `+91 98 00 13 10 26` is not on
 * WhatsApp.
 */
export const magicNumbers: Record<string, Fate> = {
  '000190': {
    kind: 'refused',
    fault: fault(190, 'Access token has expired', 'The access token could not be decrypted.'),
    times: always,
    status: 401,
  },
  '130429': {
    kind: 'refused',
    fault: fault(130_429, 'Rate limit hit', 'Message throughput has been reached.'),
    times: 1,
    status: 429,
  },
  '130472': {
    kind: 'fails',
    fault: fault(130_472, "User's number is part of an experiment", 'The message was not sent.'),
  },
  '131000': {
    kind: 'refused',
    fault: fault(131_000, 'Something went wrong', 'Message failed to send: unknown error.'),
    times: always,
    status: 500,
  },
  '131016': {
    kind: 'refused',
    fault: fault(131_016, 'Service unavailable', 'A service is temporarily unavailable.'),
    times: 1,
    status: 500,
  },
  '131026': {
    kind: 'fails',
    fault: fault(131_026, 'Message undeliverable', 'The number is not a WhatsApp number.'),
  },
  '131031': {
    kind: 'refused',
    fault: fault(131_031, 'Account has been locked', 'The account was locked for a violation.'),
    times: always,
  },
  '131047': {
    kind: 'fails',
    fault: fault(131_047, 'Re-engagement message', 'More than 24 hours have passed.'),
  },
  '131048': {
    kind: 'refused',
    fault: fault(131_048, 'Spam rate limit hit', 'Too many messages were blocked or flagged.'),
    times: always,
  },
  '131049': {
    kind: 'fails',
    fault: fault(131_049, 'Healthy ecosystem', 'Not delivered to keep the ecosystem healthy.'),
  },
  '131050': {
    kind: 'fails',
    fault: fault(131_050, 'User stopped marketing', 'The user stopped marketing messages.'),
  },
  '131056': {
    kind: 'refused',
    fault: fault(131_056, 'Pair rate limit hit', 'Too many messages to this number.'),
    times: 1,
  },
  '900001': { kind: 'told', statuses: ['read', 'delivered', 'sent'] },
  '900002': { kind: 'told', statuses: ['sent', 'sent', 'delivered', 'delivered'] },
  '900003': { kind: 'told', statuses: ['sent', 'read'] },
  '900004': { kind: 'told', statuses: [] },
  '900005': { kind: 'told', statuses: ['sent', 'delivered'], delayMs: 5000 },
  '900006': { kind: 'answer_lost' },
}

/** What happens to messages to a number; undefined for an ordinary one. */
export function fateOf(waId: string): Fate | undefined {
  return magicNumbers[waId.slice(-6)]
}
