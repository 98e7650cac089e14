import type { ConfigStatus } from '@errand/contract/billing/summary'
import { Card, Page, PageHeader, Skeleton, TextLink } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'

import { configQuery, summaryQuery, useLiveBilling } from '../account/billing.queries.ts'
import { useDocumentTitle } from '../frame/billing-frame.tsx'
import { Lost } from '../frame/lost.tsx'
import { useWords } from '../words/words.ts'
import styles from './buy-form.module.css'
import { BuyForm } from './buy-form.tsx'

/** Credit to buy: a pack or an amount, what it costs with tax, and the payment. */
export function BuyPage() {
  const say = useWords()
  useDocumentTitle(say('addCredit'))
  useLiveBilling()
  return (
    <>
      <PageHeader
        back={<TextLink to="/billing">{say('title')}</TextLink>}
        title={say('addCredit')}
        description={say('addCreditHint')}
      />
      <Page>
        <Choice />
      </Page>
    </>
  )
}

function Choice() {
  const say = useWords()
  const summary = useQuery(summaryQuery())
  const config = useQuery(configQuery())
  if (summary.isPending || config.isPending) {
    return <Skeleton rows={5} rowHeight={60} label={say('loading')} />
  }
  if (summary.data === undefined || config.data === undefined) {
    const lost = summary.data === undefined ? summary : config
    return <Lost query={lost} onRetry={() => void lost.refetch()} />
  }
  if (!config.data.configured) return <NotConfigured config={config.data} />
  return <BuyForm packs={summary.data.packs} config={config.data} />
}

/** Why one cannot pay here, in words for whoever runs the product. */
function NotConfigured({ config }: { config: ConfigStatus }) {
  const say = useWords()
  return (
    <Card title={say('notConfigured')} description={say('notConfiguredHint')}>
      <ul className={styles['issues']} aria-label={say('missing')}>
        {config.issues.map(({ code, message }) => (
          <li key={code} lang="en" dir="ltr">
            {message}
          </li>
        ))}
      </ul>
    </Card>
  )
}
