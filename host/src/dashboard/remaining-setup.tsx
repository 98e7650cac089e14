import type { AuthStats, User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { Card, TextLink } from '@errand/shared-ui'

import styles from './dashboard-page.module.css'
import { useWords } from './words/words.ts'

/** Where a WhatsApp number is connected. */
export const whatsAppSettings = `${paths.settings}#whatsapp`

/** Whether the owner has said what the business is called. */
export const isBusinessKnown = ({ settings }: User): boolean => settings.business.name !== ''

/** Whether a job was published; one that is paused still is. */
export const hasPublishedJob = ({ jobs }: Pick<AuthStats, 'jobs'>): boolean =>
  jobs.active + jobs.paused > 0

interface RemainingStep {
  title: 'stepBusiness' | 'stepJob' | 'stepPublish' | 'stepWhatsApp'
  to: string
}

/** What an owner with customers has not set up yet. */
export function listRemaining(stats: AuthStats, user: User): RemainingStep[] {
  const { setup, jobs } = stats
  const steps: (RemainingStep & { isDone: boolean })[] = [
    {
      title: 'stepBusiness',
      to: `${paths.settings}#business`,
      isDone: isBusinessKnown(user),
    },
    {
      title: jobs.total > 0 ? 'stepPublish' : 'stepJob',
      to: paths.jobs.list,
      isDone: hasPublishedJob(stats),
    },
    { title: 'stepWhatsApp', to: whatsAppSettings, isDone: setup.whatsapp },
  ]
  return steps.filter(({ isDone }) => !isDone)
}

/** The steps that are left, as links. */
export function RemainingSetup({ steps }: { steps: RemainingStep[] }) {
  const say = useWords()
  return (
    <Card title={say('setUp')}>
      <ul className={styles['remaining']}>
        {steps.map(({ title, to }) => (
          <li key={title}>
            <TextLink to={to}>{say(title)}</TextLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}
