import type { BillingCosts } from '@errand/contract/billing/summary'
import { Card, List, ListRow, TextLink } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { costsQuery } from '../account/billing.queries.ts'
import { useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './usage-card.module.css'

/** Which jobs and chats cost most in the days shown, with the way to each. */
export function CostsCard({ from, to }: { from: string; to: string }) {
  const say = useWords()
  const { data } = useQuery(costsQuery(from, to))
  if (data === undefined || data.chats.length === 0) return null
  const { jobs, chats, currency } = data
  return (
    <Card title={say('costs')} description={say('costsHint')}>
      <div className={styles['costs']}>
        <Costs
          {...{ currency, label: say('byJob'), costs: jobs, linkTo: (id) => `/jobs/${id}/edit` }}
        />
        <Costs
          {...{
            currency,
            label: say('byChat'),
            costs: chats,
            linkTo: (id) => `/chats?session=${id}`,
          }}
        />
      </div>
    </Card>
  )
}

interface CostsProps {
  label: string
  costs: BillingCosts['jobs']
  currency: string
  linkTo: (id: string) => string
}

function Costs({ label, costs, currency, linkTo }: CostsProps) {
  const say = useWords()
  const money = useMoney()
  if (costs.length === 0) return null
  return (
    <div className={styles['cost']}>
      <h3>{label}</h3>
      <List label={label}>
        {costs.map(({ id, name, messages, amountMinor }) => (
          <ListRow
            key={id}
            title={
              <TextLink to={linkTo(id)}>
                <bdi>{name}</bdi>
              </TextLink>
            }
            description={say('costMessages', { count: messages })}
            end={<span className={styles['sum']}>{money.minor(amountMinor, currency)}</span>}
          />
        ))}
      </List>
    </div>
  )
}
