import type { ConfigStatus } from '@errand/contract/billing/summary'
import { useFormats } from '@errand/shared-ui'

import { useMoney } from '../money/use-money.ts'
import { useWords } from '../words/words.ts'
import styles from './buy-form.module.css'

interface PriceLinesProps {
  amountMinor: number
  tax: number
  config: ConfigStatus
}

/** What will be paid, with its tax, before anything is. */
export function PriceLines({ amountMinor, tax, config }: PriceLinesProps) {
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
