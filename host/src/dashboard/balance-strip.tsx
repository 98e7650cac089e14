import type { AuthStats, User } from '@errand/contract/auth'
import { trialTone } from '@errand/contract/billing/trial'
import { paths } from '@errand/contract/paths'
import { ButtonLink, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from './words/words.ts'

interface BalanceStripProps {
  stats: AuthStats
  user: User | undefined
}

/** What is left of the trial or the balance, once the owner should do something about it. */
export function BalanceStrip({ stats: { trial, balance }, user }: BalanceStripProps) {
  const say = useWords()
  const formats = useFormats()
  const { daysLeft: days, messagesLeft: messages } = trial
  const isFree = trial.active && messages > 0
  const isEmpty = balance.amountMinor <= 0
  const isLow = balance.amountMinor < (user?.settings.billing.lowBalanceMinor ?? 0)
  const tone = isFree
    ? trialTone({ days, messages, paid: balance.messagesLeft })
    : isEmpty
      ? 'danger'
      : isLow
        ? 'warning'
        : 'info'
  if (tone === 'info') return null
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
          : say('balance', {
              messages: balance.messagesLeft,
              amount: formats.money(balance.amountMinor, balance.currency),
            })}
    </Notice>
  )
}
