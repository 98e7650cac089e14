import type { Preferences } from '@errand/contract/settings'

/** Whether there is all that it takes to send mail; some servers let their own people in without a name. */
export function canSendMail(smtp: Preferences['smtp'], hasPassword: boolean): boolean {
  const { enabled, host, fromEmail, username } = smtp
  return enabled && host !== '' && fromEmail !== '' && (username === '' || hasPassword)
}
