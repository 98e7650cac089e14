import { paths } from '@errand/contract/paths'
import { ButtonLink, Card } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'

/** Leads to billing, which is told what stands on invoices and when the credit counts as low. */
export function BillingSection() {
  const say = useWords()
  return (
    <Card title={say('billing')} description={say('billingHint')}>
      <div>
        <ButtonLink to={paths.billing.invoices}>{say('openBilling')}</ButtonLink>
      </div>
    </Card>
  )
}
