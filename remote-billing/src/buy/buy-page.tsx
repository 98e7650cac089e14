import { parseAmount } from '@errand/contract/amount-text'
import type { CreateOrderInput, Pack } from '@errand/contract/billing/order'
import type { ConfigStatus } from '@errand/contract/billing/summary'
import {
  Button,
  Card,
  currencySign,
  Form,
  FormActions,
  Notice,
  Page,
  PageHeader,
  RadioCard,
  RadioCards,
  Skeleton,
  TextField,
  TextLink,
  TwoColumns,
  useDocumentTitle,
  useFormats,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { configQuery, summaryQuery, useLiveBilling } from '../account/billing.queries.ts'
import { LoadFailed } from '../frame/load-failed.tsx'
import { taxOn, useMoney } from '../money/money.ts'
import { useWords } from '../words/words.ts'
import styles from './buy-form.module.css'
import { usePaymentFailure, usePay } from './use-pay.ts'

/** Buying credit: a pack or an amount, its price with tax, and the payment. */
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
    const failedQueries = [summary, config].filter(({ data }) => data === undefined)
    return (
      <LoadFailed
        query={failedQueries.find(({ isFetching }) => isFetching) ?? summary}
        onRetry={() => void Promise.all(failedQueries.map((query) => query.refetch()))}
      />
    )
  }
  if (!config.data.configured) return <NotConfigured config={config.data} />
  return <BuyForm packs={summary.data.packs} config={config.data} />
}

/** Why payments are not configured, in words for the operator. */
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

const customChoice = 'own'

/** The choice of a pack or an amount, and the pay button. */
function BuyForm({ packs, config }: { packs: Pack[]; config: ConfigStatus }) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const [choice, setChoice] = useState(packs[1]?.id ?? packs[0]?.id ?? customChoice)
  const [text, setText] = useState('')
  const [hasTried, setHasTried] = useState(false)
  const { pay, isPaying, error } = usePay()
  const failure = usePaymentFailure(error)
  const { currency, orderLimits } = config
  const limits = {
    min: money.minor(orderLimits.min, currency),
    max: money.minor(orderLimits.max, currency),
  }
  const pack = packs.find(({ id }) => id === choice)
  const customAmount = parseAmount(text, currency)
  const amountMinor = pack?.amountMinor ?? customAmount
  const isWithinLimits =
    amountMinor !== undefined && amountMinor >= orderLimits.min && amountMinor <= orderLimits.max
  const tax = isWithinLimits ? taxOn(amountMinor, config) : 0
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (!isWithinLimits || isPaying) return
    const input: CreateOrderInput =
      pack === undefined ? { amountMinor, currency } : { packId: pack.id }
    pay(input)
  }
  return (
    <Form onSubmit={handleSubmit}>
      {config.mode === 'test' && <Notice>{say('testMode')}</Notice>}
      <TwoColumns
        aside={
          <Card>
            {isWithinLimits && <PriceLines {...{ amountMinor, tax, config }} />}
            {failure !== undefined && (
              <Notice tone="danger" role="alert" title={failure.title}>
                <p>{failure.hint}</p>
              </Notice>
            )}
            <FormActions status={isPaying ? say('openingCheckout') : undefined}>
              <Button type="submit" variant="primary" isBusy={isPaying}>
                {isWithinLimits
                  ? say('pay', { amount: money.minor(amountMinor + tax, currency) })
                  : say('payNothing')}
              </Button>
            </FormActions>
          </Card>
        }
      >
        <RadioCards legend={say('howMuch')}>
          {packs.map(({ id, messages, amountMinor: price }) => (
            <RadioCard
              key={id}
              name="pack"
              value={id}
              checked={choice === id}
              onChange={() => setChoice(id)}
              label={say('packMessages', { count: messages, text: formats.number(messages) })}
              end={<span className={styles['price']}>{money.minor(price, currency)}</span>}
            />
          ))}
          <RadioCard
            name="pack"
            value={customChoice}
            checked={choice === customChoice}
            onChange={() => setChoice(customChoice)}
            label={say('ownAmount')}
            description={say('limits', limits)}
          />
        </RadioCards>
        {choice === customChoice && (
          <TextField
            label={say('amount')}
            inputMode="decimal"
            dir="ltr"
            autoComplete="off"
            start={currencySign(currency)}
            hint={say('limits', limits)}
            error={hasTried && !isWithinLimits ? say('limitsError', limits) : undefined}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </TwoColumns>
    </Form>
  )
}

interface PriceLinesProps {
  amountMinor: number
  tax: number
  config: ConfigStatus
}

/** The price with tax, before the payment. */
function PriceLines({ amountMinor, tax, config }: PriceLinesProps) {
  const say = useWords()
  const money = useMoney()
  const formats = useFormats()
  const { currency, taxRate, gstReady } = config
  return (
    <dl className={styles['lines']}>
      <div>
        <dt>{say('credit')}</dt>
        <dd>{money.minor(amountMinor, currency)}</dd>
      </div>
      <div>
        <dt>
          {taxRate === undefined
            ? say('noTax')
            : say('taxAt', { name: gstReady ? 'GST' : 'VAT', rate: formats.number(taxRate) })}
        </dt>
        <dd>{money.minor(tax, currency)}</dd>
      </div>
      <div className={styles['total']}>
        <dt>{say('total')}</dt>
        <dd>{money.minor(amountMinor + tax, currency)}</dd>
      </div>
    </dl>
  )
}
