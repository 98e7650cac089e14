import type { BillingSummary } from '@errand/contract/billing/summary'
import { ButtonLink, Notice, useFormats } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

/** So many days before its end the trial asks for attention, and then for haste. */
const soonDays = 7
const urgentDays = 2

/** Where the account stands, when there is something to know about it. */
export function PlanNotice({ plan }: Pick<BillingSummary, 'plan'>) {
  const say = useWords()
  const formats = useFormats()
  const topUp = (
    <ButtonLink size="small" to="/billing/buy">
      {say('addCredit')}
    </ButtonLink>
  )
  switch (plan.state) {
    case 'trial': {
      const days = plan.trialDaysLeft
      const tone = days <= urgentDays ? 'danger' : days <= soonDays ? 'warning' : 'info'
      return (
        <Notice tone={tone} title={say('trialTitle', { days })}>
          <p>
            {plan.trialMessagesLeft !== null &&
              `${say('trialMessages', { count: plan.trialMessagesLeft })} `}
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
