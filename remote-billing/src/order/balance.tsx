import { useFormats } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { summaryQuery } from '../account/billing.queries.ts'
import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'

/** What the account holds now. */
export function Balance() {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const { data } = useQuery(summaryQuery())
  if (data === undefined) return null
  const { amountMinor, currency, messagesLeft } = data.balance
  return (
    <p>
      {say('balanceNow', {
        amount: money.minor(amountMinor, currency),
        count: messagesLeft,
        text: formats.number(messagesLeft),
      })}
    </p>
  )
}
