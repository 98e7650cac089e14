import type { ConfigStatus } from '@errand/contract/billing/summary'
import { Card } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './buy-form.module.css'

/** Why one cannot pay here, in words for whoever runs the product. */
export function NotConfigured({ config }: { config: ConfigStatus }) {
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
