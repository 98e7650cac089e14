import { testSmtpSchema } from '@errand/contract/auth'

import { runSmtpTest } from '../../auth/test-smtp/run-smtp-test.ts'
import type { Checkup } from '../checkup.ts'
import { failed, missing, ok, type Verdict } from '../finding.ts'

/** Sends one letter through the server that is given, in the five stages of the settings page. */
export async function checkMail({ settings, environment }: Checkup): Promise<Verdict> {
  const { SMTP_HOST: host, SMTP_FROM: from } = environment
  if (host === undefined || host === '') {
    return missing('Each owner has a mail server of his own; give SMTP_HOST to test one.')
  }
  const parsed = testSmtpSchema.safeParse({
    host,
    port: Number(environment['SMTP_PORT'] ?? 587),
    security: environment['SMTP_SECURITY'] ?? 'starttls',
    username: environment['SMTP_USERNAME'] ?? '',
    password: environment['SMTP_PASSWORD'] ?? '',
    fromName: 'Errand',
    fromEmail: from,
    to: environment['SMTP_TO'] ?? from,
  })
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return failed(`The mail server is not given whole: ${issue?.path.join('.')} is not valid.`)
  }
  const input = { ...parsed.data, password: parsed.data.password ?? '' }
  const { success, stages } = await runSmtpTest(input, settings.mail)
  if (success) return ok(`${host} took a letter to ${input.to}.`)
  const { stage, message = 'It failed.', hint = '' } = stages.find((each) => !each.ok) ?? {}
  return failed(`${host} fails at ${stage}: ${message} ${hint}`.trim())
}
