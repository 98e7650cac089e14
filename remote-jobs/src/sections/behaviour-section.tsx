import { Card, FieldRow, NumberField, Switch, TextField } from '@errand/shared-ui'
import { memo, useId, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'

import { ChipsField, useControls } from '../inputs/controls.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import styles from './behaviour-section.module.css'
import { useWords } from '../job-draft/words/words.ts'

/** How the assistant goes about it, when it asks for the owner, and what follows. */
export const BehaviourSection = memo(function BehaviourSection() {
  const say = useWords()
  const { register } = useFormContext<JobFormValues>()
  const bind = useControls('behaviour')
  return (
    <Card title={say('behaviour')} description={say('behaviourHint')}>
      <div className={styles['switches']}>
        <Switch label={say('askOneAtATime')} {...register('behaviour.askOneAtATime')} />
        <Switch label={say('confirmAtEnd')} {...register('behaviour.confirmAtEnd')} />
      </div>
      <FieldRow>
        <NumberField
          label={say('maxTurns')}
          hint={say('maxTurnsHint')}
          {...bind('behaviour.maxTurns', { valueAsNumber: true })}
        />
        <NumberField
          label={say('maxFieldAttempts')}
          {...bind('behaviour.maxFieldAttempts', { valueAsNumber: true })}
        />
        <NumberField
          label={say('idleClose')}
          {...bind('behaviour.idleCloseMinutes', { valueAsNumber: true })}
        />
      </FieldRow>
      <Group title={say('handoff')}>
        <div className={styles['switches']}>
          <Switch label={say('onLowConfidence')} {...register('handoff.onLowConfidence')} />
          <Switch label={say('onAngry')} {...register('handoff.onAngry')} />
        </div>
        <ChipsField
          name="handoff.keywords"
          label={say('handoffKeywords')}
          hint={say('handoffKeywordsHint')}
          limit={20}
          maxLength={60}
        />
      </Group>
      <Group title={say('onComplete')}>
        <Switch label={say('notifyOwner')} {...register('behaviour.onComplete.notifyOwner')} />
        <ChipsField
          name="behaviour.onComplete.email"
          label={say('emails')}
          hint={say('emailsHint')}
          limit={5}
          maxLength={254}
          dir="ltr"
          inputMode="email"
        />
        <TextField
          label={say('webhookUrl')}
          hint={say('webhookUrlHint')}
          type="url"
          dir="ltr"
          {...bind('behaviour.onComplete.webhookUrl')}
        />
      </Group>
    </Card>
  )
})

/** Controls that only make sense together with their heading, which is read before each. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={styles['group']}>
      <h3 id={id} className={styles['heading']}>
        {title}
      </h3>
      {children}
    </div>
  )
}
