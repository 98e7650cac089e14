import { Problem } from '../http/problem.ts'
import { isMailPort, type MailRules } from './mail-host.ts'

/** Refuses a port that no mail would be given in at; the pointer says where it was written. */
export function requireMailPort(port: number, rules: MailRules, pointer: string): void {
  if (isMailPort(port, rules)) return
  const detail = 'Mail is given in at port 25, 465, 587 or 2525.'
  throw new Problem('validation_failed', { errors: [{ pointer, code: 'not_allowed', detail }] })
}
