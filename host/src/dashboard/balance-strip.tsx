import type { AuthStats } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { ButtonLink, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

/** So many days before its end the trial asks for attention, and then for haste. */
const soonDays = 7
const urgentDays = 2

/** What is left of the trial, or of the balance. */
export function BalanceStrip({ stats: { trial, balance } }: { stats: AuthStats }) {
  const say = useWords()
  const formats = useFormats()
  const left = say('balance', {
    messages: balance.messagesLeft,
    amount: formats.money(balance.amountMinor, balance.currency),
  })
  const isEmpty = balance.amountMinor <= 0
  const tone = trial.active ? trialTone(trial.daysLeft) : isEmpty ? 'danger' : 'info'
  return (
    <Notice
      tone={tone}
      actions={
        <ButtonLink size="small" to={paths.billing.summary}>
          {say('topUp')}
        </ButtonLink>
      }
    >
      {trial.active
        ? `${say('trialLeft', { days: trial.daysLeft })} ${say('trialFree')}`
        : isEmpty
          ? say('exhausted')
          : left}
    </Notice>
  )
}

function trialTone(daysLeft: number) {
  if (daysLeft <= urgentDays) return 'danger'
  return daysLeft <= soonDays ? 'warning' : 'info'
}
