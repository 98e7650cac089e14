import type { Checkup } from '../checkup.ts'
import { failed, ok, warning, type Verdict } from '../finding.ts'

/** What chance makes of 32 bytes has many more different ones. */
const fewestDifferent = 16

/** Whether what owners entrust to us can be sealed, and opened again tomorrow. */
export function checkSecrets({ settings: { secretKeys } }: Checkup): Verdict {
  if (secretKeys === undefined) {
    return warning(
      'SECRETS_KEY is not set, so this machine makes a key of its own; for production make one with `openssl rand -base64 32` and keep it apart from the backups.',
    )
  }
  if (secretKeys.some(({ bytes }) => new Set(bytes).size < fewestDifferent)) {
    return failed('SECRETS_KEY is not random; make one with `openssl rand -base64 32`.')
  }
  const others = secretKeys.length - 1
  return ok(
    `SECRETS_KEY has 32 bytes and seals${others === 0 ? '' : `; ${others} older still open`}.`,
  )
}
