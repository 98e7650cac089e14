import type { Preferences } from '@errand/contract/settings'

/** What a mail password was entrusted for. */
type MailAccount = Pick<Preferences['smtp'], 'host' | 'port' | 'security' | 'username'>

/**
 * Whether the saved password may go there too. It was entrusted for one account of one server, over a
 * secure connection: whoever got into the session would name a server of his own, or one that anybody
 * on the way can listen to, and send a mail. Before there is a server it is for the first.
 */
export function isSameMailAccount(
  saved: MailAccount,
  { host, port, security, username }: MailAccount,
) {
  if (saved.host === '') return true
  const isSamePlace = saved.host === host && saved.port === port && saved.username === username
  return isSamePlace && (security !== 'none' || saved.security === 'none')
}
