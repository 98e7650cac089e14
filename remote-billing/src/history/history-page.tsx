import { BillingFrame } from '../frame/billing-frame.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { OrdersCard } from './orders-card.tsx'

/** What was ordered, and each change of the balance with what it was for. */
export function HistoryPage() {
  return (
    <BillingFrame>
      <OrdersCard />
      <LedgerCard />
    </BillingFrame>
  )
}
