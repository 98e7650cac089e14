import type { AuthStats } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { Card, Progress, TextLink } from '@errand/shared-ui'
import { Check } from 'lucide-react'

import styles from './setup-checklist.module.css'
import { useWords } from './words/words.ts'

const steps = [
  { of: 'firstJob', label: 'stepJob', why: 'stepJobWhy', to: paths.jobs.create },
  { of: 'firstTest', label: 'stepTest', why: 'stepTestWhy', to: paths.jobs.list },
  {
    of: 'whatsapp',
    label: 'stepWhatsApp',
    why: 'stepWhatsAppWhy',
    to: `${paths.settings}#whatsapp`,
  },
  { of: 'smtp', label: 'stepMail', why: 'stepMailWhy', to: `${paths.settings}#smtp` },
  { of: 'credit', label: 'stepCredit', why: 'stepCreditWhy', to: paths.billing.summary },
] as const

/** The first steps of a new owner; gone once all are done. */
export function SetupChecklist({ setup }: Pick<AuthStats, 'setup'>) {
  const say = useWords()
  const done = steps.filter((step) => setup[step.of]).length
  if (done === steps.length) return null
  const progress = say('stepsDone', { done, all: steps.length })
  return (
    <Card title={say('setUp')}>
      <Progress label={say('setUp')} value={done / steps.length} text={progress} />
      <ol className={styles['steps']}>
        {steps.map((step) => {
          const isDone = setup[step.of]
          return (
            <li key={step.of}>
              <span className={isDone ? styles['done'] : styles['open']}>
                {isDone && <Check size={14} strokeWidth={3} aria-label={say('done')} role="img" />}
              </span>
              <span>
                {isDone ? say(step.label) : <TextLink to={step.to}>{say(step.label)}</TextLink>}
                {!isDone && <span className={styles['why']}>{say(step.why)}</span>}
              </span>
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
