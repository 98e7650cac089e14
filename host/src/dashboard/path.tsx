import type { AuthStats, User } from '@errand/contract/auth'
import { paths } from '@errand/contract/paths'
import { useDraft } from '@errand/shared-auth'
import { ButtonLink, classNames } from '@errand/shared-ui'
import { Check } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'

import { BusinessStep } from './business-step.tsx'
import { CustomerStep } from './customer-step.tsx'
import { PublishStep, SentenceStep } from './job-step.tsx'
import styles from './path.module.css'
import { hasPublishedJob, isBusinessKnown, whatsAppSettings } from './remaining-setup.tsx'
import { useWords } from './words/words.ts'

type StepId = 'business' | 'job' | 'test' | 'whatsapp' | 'customer'

interface Step {
  id: StepId
  title: string
  isDone: boolean
  /** Whether there is something to do in it, now or again. */
  canOpen: boolean
}

interface PathProps {
  stats: AuthStats
  user: User
}

/** The steps of a new owner up to the first customer; one of them is open, to be done in place. */
export function Path({ stats, user }: PathProps) {
  const say = useWords()
  const later = useDraft('path', 'business-later')
  const [reopened, setReopened] = useState<StepId>()
  const shouldFocus = useRef(false)
  const steps = useSteps({ stats, user })
  const isNext = ({ id, isDone }: Step) => !isDone && !(id === 'business' && later.value === true)
  const openId = reopened ?? steps.find(isNext)?.id
  const goTo = (id?: StepId) => {
    shouldFocus.current = true
    setReopened(id)
  }
  /** What was pressed is gone with the step that was left. */
  const focusContent = (content: HTMLElement | null) => {
    if (content === null || !shouldFocus.current) return
    shouldFocus.current = false
    content.querySelector<HTMLElement>('input, textarea, a, button')?.focus()
  }
  const skipBusiness = () => {
    later.write(true)
    goTo()
  }
  const contents: Record<StepId, ReactNode> = {
    business: <BusinessStep user={user} onDone={() => goTo()} onLater={skipBusiness} />,
    job:
      stats.jobs.total > 0 ? (
        <PublishStep />
      ) : (
        <SentenceStep trade={user.settings.business.description} />
      ),
    test: <LinkStep hint={say('testHint')} label={say('tryNow')} to={paths.jobs.try()} />,
    whatsapp: <LinkStep hint={say('whatsAppHint')} label={say('connect')} to={whatsAppSettings} />,
    customer: <CustomerStep whatsapp={user.settings.whatsapp} />,
  }
  return (
    <ol className={styles['path']} aria-label={say('setUp')}>
      {steps.map(({ id, title, isDone, canOpen }, index) => (
        <li key={id} aria-current={id === openId ? 'step' : undefined}>
          <span className={classNames(styles['mark'], isDone && styles['done'])}>
            {isDone ? (
              <Check size={14} strokeWidth={3} aria-label={say('done')} role="img" />
            ) : (
              <span aria-hidden="true">{index + 1}</span>
            )}
          </span>
          <h2>
            {canOpen && id !== openId ? (
              <button type="button" aria-expanded={false} onClick={() => goTo(id)}>
                {title}
              </button>
            ) : (
              <span>{title}</span>
            )}
          </h2>
          {id === openId && (
            <div ref={focusContent} className={styles['content']}>
              {contents[id]}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function useSteps({ stats, user }: PathProps): Step[] {
  const say = useWords()
  const { setup, jobs } = stats
  const hasJob = hasPublishedJob(stats)
  const { chatLink } = user.settings.whatsapp
  return [
    {
      id: 'business',
      title: say('stepBusiness'),
      isDone: isBusinessKnown(user),
      canOpen: true,
    },
    {
      id: 'job',
      title: say(jobs.total > 0 && !hasJob ? 'stepPublish' : 'stepJob'),
      isDone: hasJob,
      canOpen: !hasJob,
    },
    { id: 'test', title: say('stepTest'), isDone: setup.firstTest, canOpen: hasJob },
    {
      id: 'whatsapp',
      title: say('stepWhatsApp'),
      isDone: setup.whatsapp,
      canOpen: !setup.whatsapp,
    },
    { id: 'customer', title: say('stepCustomer'), isDone: false, canOpen: chatLink !== '' },
  ]
}

/** A step that is done on another page. */
function LinkStep({ hint, label, to }: { hint: string; label: string; to: string }) {
  return (
    <>
      <p className={styles['hint']}>{hint}</p>
      <div>
        <ButtonLink variant="primary" to={to}>
          {label}
        </ButtonLink>
      </div>
    </>
  )
}
