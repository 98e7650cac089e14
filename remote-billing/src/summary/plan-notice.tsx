import type { BillingSummary } from '@errand/contract/billing/summary'
import { trialTone } from '@errand/contract/billing/trial'
import { ButtonLink, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

/** Where the account stands, when there is something to know about it. */
export function PlanNotice({ plan, balance }: Pick<BillingSummary, 'plan' | 'balance'>) {
  const say = useWords()
  const formats = useFormats()
  const topUp = (
    <ButtonLink size="small" to="/billing/buy">
      {say('addCredit')}
    </ButtonLink>
  )
  switch (plan.state) {
    case 'trial': {
      const { trialDaysLeft: days, trialMessagesLeft } = plan
      const messages = trialMessagesLeft ?? 0
      const tone = trialTone({ days, messages, paid: balance.messagesLeft })
      return (
        <Notice tone={tone} title={say('trialTitle', { days })}>
          <p>
            {say('trialMessages', { count: messages })}{' '}
            {say('trialUntil', {
              date: formats.date(plan.trialEndsAt, { day: 'numeric', month: 'long' }),
            })}
          </p>
        </Notice>
      )
    }
    case 'low':
      return (
        <Notice tone="warning" title={say('lowTitle')} actions={topUp}>
          <p>{say('lowHint')}</p>
        </Notice>
      )
    case 'grace':
      return (
        <Notice tone="warning" title={say('graceTitle')} actions={topUp}>
          <p>{say('graceHint', { count: plan.graceMessagesLeft })}</p>
        </Notice>
      )
    case 'exhausted':
      return (
        <Notice tone="danger" title={say('exhaustedTitle')} actions={topUp}>
          <p>{say('exhaustedHint')}</p>
        </Notice>
      )
    case 'active':
      break
  }
  return null
}
