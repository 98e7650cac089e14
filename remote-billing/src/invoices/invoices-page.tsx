import { BillingFrame } from '../frame/billing-frame.tsx'
import { DetailsCard } from '../details/details-card.tsx'
import { InvoicesCard } from './invoices-card.tsx'

/** The invoices by financial year, and what stands on the next ones. */
export function InvoicesPage() {
  return (
    <BillingFrame>
      <InvoicesCard />
      <DetailsCard />
    </BillingFrame>
  )
}
