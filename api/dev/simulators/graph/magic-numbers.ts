import type { GraphFault } from './refusal.ts'

/** What happens to a message to a magic number. */
export type Fate =
  /** The call is refused `times` times, then the message is accepted. */
  | { kind: 'refused'; fault: GraphFault; times: number }
  /** The call succeeds, and the message fails a little later. */
  | { kind: 'fails'; fault: GraphFault }
  /** The message arrives, but its status reports are unusual. */
  | { kind: 'reported'; statuses: readonly string[]; delayMs?: number }
  /** The message is accepted, and the response to the call is lost. */
  | { kind: 'answer_lost' }

type Status = GraphFault['status']

const faults = {
  190: ['Access token has expired', 'The access token could not be decrypted.', 401],
  130_429: ['Rate limit hit', 'Message throughput has been reached.', 429],
  130_472: ["User's number is part of an experiment", 'The message was not sent.'],
  131_000: ['Something went wrong', 'Message failed to send: unknown error.', 500],
  131_016: ['Service unavailable', 'A service is temporarily unavailable.', 500],
  131_021: ['Recipient cannot be sender', 'Sender and recipient are the same number.'],
  131_026: ['Message undeliverable', 'The number is not a WhatsApp number.'],
  131_031: ['Account has been locked', 'The account was locked for a violation.'],
  131_047: ['Re-engagement message', 'More than 24 hours have passed.'],
  131_048: ['Spam rate limit hit', 'Too many messages were blocked or flagged.'],
  131_049: ['Healthy ecosystem', 'Not delivered to keep the ecosystem healthy.'],
  131_050: ['User stopped marketing', 'The user stopped marketing messages.'],
  131_056: ['Pair rate limit hit', 'Too many messages to this number.'],
} satisfies Record<number, [title: string, details: string, status?: Status]>

/** An error about a message, by its code. */
export function messageFault(code: keyof typeof faults): GraphFault {
  const [title, details, status]: readonly [string, string, Status?] = faults[code]
  return { code, title, details, ...(status !== undefined && { status }) }
}

const refused = (code: keyof typeof faults, times = Infinity): Fate => ({
  kind: 'refused',
  fault: messageFault(code),
  times,
})
const fails = (code: keyof typeof faults): Fate => ({ kind: 'fails', fault: messageFault(code) })

/**
 * Numbers at which something goes wrong, by their last six digits: `+91 98 00 13 10 26` is not on
 * WhatsApp.
 */
export const magicNumbers: Record<string, Fate> = {
  '000190': refused(190),
  '130429': refused(130_429, 1),
  '130472': fails(130_472),
  '131000': refused(131_000),
  '131016': refused(131_016, 1),
  '131026': fails(131_026),
  '131031': refused(131_031),
  '131047': fails(131_047),
  '131048': refused(131_048),
  '131049': fails(131_049),
  '131050': fails(131_050),
  '131056': refused(131_056, 1),
  '900001': { kind: 'reported', statuses: ['read', 'delivered', 'sent'] },
  '900002': { kind: 'reported', statuses: ['sent', 'sent', 'delivered', 'delivered'] },
  '900003': { kind: 'reported', statuses: ['sent', 'read'] },
  '900004': { kind: 'reported', statuses: [] },
  '900005': { kind: 'reported', statuses: ['sent', 'delivered'], delayMs: 5000 },
  '900006': { kind: 'answer_lost' },
}

/** What happens to messages to a number; undefined for an ordinary one. */
export const fateOf = (waId: string): Fate | undefined => magicNumbers[waId.slice(-6)]

/** The numbers at which something goes wrong, for people to choose from. */
export const describedNumbers = Object.entries(magicNumbers)
  .map(([ending, fate]) => ({ ending, effect: effectOf(fate) }))
  .toSorted((a, b) => a.ending.localeCompare(b.ending))

function effectOf(fate: Fate): string {
  if (fate.kind === 'answer_lost') return 'Taken, and the answer to the call is lost'
  if (fate.kind === 'fails') return `Taken, then it fails: ${fate.fault.title}`
  if (fate.kind === 'refused') {
    return `Not taken${fate.times === 1 ? ' at first' : ''}: ${fate.fault.title}`
  }
  if (fate.statuses.length === 0) return 'The phone is off: no status comes'
  return `Reported as ${fate.statuses.join(', ')}${fate.delayMs === undefined ? '' : ', late'}`
}
