import type { JobAnalytics } from '@errand/contract/job-analytics'
import { Card, Meter, useFormats } from '@errand/shared-ui'

import styles from './analytics.module.css'
import { useWords } from './words/words.ts'

/** What the owner thought of the assistant's answers, and what was wrong with the bad ones. */
export function Ratings({ feedback }: { feedback: NonNullable<JobAnalytics['feedback']> }) {
  const say = useWords()
  const formats = useFormats()
  const { good, bad, reasons } = feedback
  const isEmpty = good + bad === 0
  return (
    <Card title={say('ratings')} description={say('ratingsHint')}>
      {isEmpty ? (
        <p className={styles['muted']}>{say('noRatings')}</p>
      ) : (
        <p>{say('ratingsSum', { good, bad })}</p>
      )}
      <ul className={styles['rows']}>
        {reasons.map(({ reason, count }) => (
          <li key={reason}>
            <span>{say(`wrong_${reason}`)}</span>
            <Meter
              label={say(`wrong_${reason}`)}
              value={count / bad}
              text={formats.number(count)}
            />
          </li>
        ))}
      </ul>
    </Card>
  )
}
