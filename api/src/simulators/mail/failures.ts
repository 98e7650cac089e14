/** What a mail server answers, instead of going along. */
interface MailFailure {
  responseCode: number
  message: string
}

/** An answer that is asked for by the name before the `@`. */
interface Magic {
  name: string
  /** What people are told that it does. */
  effect: string
}

/** Names of accounts that cannot sign in. */
const accounts: Record<string, { effect: string; failure?: MailFailure; delayMs?: number }> = {
  refused: {
    effect: 'signing in is refused: 535',
    failure: { responseCode: 535, message: 'Authentication credentials invalid' },
  },
  slow: { effect: 'signing in takes three seconds', delayMs: 3_000 },
  silent: { effect: 'signing in is never answered', delayMs: 60_000 },
}

/** Names of mailboxes that take no letter, and when they say so. */
const mailboxes: Record<
  string,
  { effect: string; failure: MailFailure; at: 'envelope' | 'letter'; isOnce?: true }
> = {
  refused: {
    effect: 'the recipient is refused: 550',
    failure: { responseCode: 550, message: 'No such mailbox' },
    at: 'envelope',
  },
  full: {
    effect: 'the letter is refused: 552',
    failure: { responseCode: 552, message: 'Mailbox full' },
    at: 'letter',
  },
  later: {
    effect: 'refused at first, taken when it is tried again: 451',
    failure: { responseCode: 451, message: 'Try again later' },
    at: 'envelope',
    isOnce: true,
  },
}

const magicsOf = (table: Record<string, { effect: string }>): Magic[] =>
  Object.entries(table).map(([name, { effect }]) => ({ name, effect }))

/** The user names that fail, for people to choose from. */
export const magicAccounts = magicsOf(accounts)

/** The recipients that fail, for people to choose from. */
export const magicMailboxes = magicsOf(mailboxes)

const localPart = (address: string): string => address.split('@')[0]?.toLowerCase() ?? ''

/** How signing in with this user name goes wrong. */
export const failureOfAccount = (username: string) => {
  const name = localPart(username)
  return Object.hasOwn(accounts, name) ? accounts[name] : undefined
}

/** How a recipient goes wrong; each server remembers whom it has put off once. */
export function createMailboxFailures() {
  const putOff = new Set<string>()
  return (address: string, at: 'envelope' | 'letter'): MailFailure | undefined => {
    const name = localPart(address)
    const magic = Object.hasOwn(mailboxes, name) ? mailboxes[name] : undefined
    if (magic?.at !== at) return undefined
    if (magic.isOnce && putOff.delete(address)) return undefined
    if (magic.isOnce) putOff.add(address)
    return magic.failure
  }
}
