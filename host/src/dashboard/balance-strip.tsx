import type { AuthStats } from '@errand/contract/auth'
import { trialTone } from '@errand/contract/billing/trial'
import { paths } from '@errand/contract/paths'
import { ButtonLink, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

/** What is left of the trial, or of the balance. */
export function BalanceStrip({ stats: { trial, balance } }: { stats: AuthStats }) {
  const say = useWords()
  const formats = useFormats()
  const left = say('balance', {
    messages: balance.messagesLeft,
    amount: formats.money(balance.amountMinor, balance.currency),
  })
  const isEmpty = balance.amountMinor <= 0
  const { daysLeft: days, messagesLeft: messages } = trial
  const isFree = trial.active && messages > 0
  const tone = isFree
    ? trialTone({ days, messages, paid: balance.messagesLeft })
    : isEmpty
      ? 'danger'
      : 'info'
  return (
    <Notice
      tone={tone}
      actions={
        <ButtonLink size="small" to={paths.billing.summary}>
          {say('topUp')}
        </ButtonLink>
      }
    >
      {isFree
        ? `${say('trialLeft', { days })} ${say('trialFree', { messages })}`
        : isEmpty
          ? say('exhausted')
          : left}
    </Notice>
  )
}
