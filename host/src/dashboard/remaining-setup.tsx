import type { AuthStats, User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { Card, TextLink } from '@errand/shared-ui'

import styles from './dashboard-page.module.css'
import { useWords } from './words/words.ts'

/** Where a WhatsApp number is connected. */
export const whatsAppSettings = `${paths.settings}#whatsapp`

/** Whether the owner has said what the business is called. */
export const isBusinessKnown = ({ settings }: User): boolean => settings.business.name !== ''

interface RemainingStep {
  title: 'stepBusiness' | 'stepJob' | 'stepPublish' | 'stepWhatsApp'
  to: string
}

/** What an owner with customers has not set up yet. */
export function listRemaining({ setup, jobs }: AuthStats, user: User): RemainingStep[] {
  const steps: (RemainingStep & { isDone: boolean })[] = [
    {
      title: 'stepBusiness',
      to: `${paths.settings}#business`,
      isDone: isBusinessKnown(user),
    },
    {
      title: jobs.total > 0 ? 'stepPublish' : 'stepJob',
      to: paths.jobs.list,
      isDone: jobs.active > 0,
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
