import { type AlertKind, alertKinds } from '@errand/contract/alert-choices'
import { Button, Checkbox, FieldRow, Switch, TimeField } from '@errand/shared-ui'
import { Volume2 } from 'lucide-react'
import { useWatch } from 'react-hook-form'

import { AlertReach } from '../notify/alert-reach.tsx'
import { playChime } from '../notify/desktop.ts'
import styles from './notifications-section.module.css'
import {
  type Section,
  SectionCard,
  type SectionForm,
  type SectionProps,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

const path = 'settings.notifications'

// `desktop` is of this device, and takes effect at once.
const section: Section = {
  id: 'notifications',
  names: [`${path}.sound`, `${path}.email`, `${path}.push`, `${path}.quietHours`],
}

const ways = ['push', 'email'] as const
const defaultQuietHours = { from: '21:00', to: '08:00' }

/** How alerts reach the owner, which ones come, and the quiet hours. */
export function NotificationsSection({ user }: SectionProps) {
  return (
    <>
      <AlertReach user={user} />
      <AlertChoices user={user} />
    </>
  )
}

function AlertChoices({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, setValue } = state.form
  const quiet = useWatch({ control, name: `${path}.quietHours` })
  return (
    <SectionCard title={say('alerts')} description={say('alertsHint')} state={state}>
      <Events register={register} />
      <div className={styles['tested']}>
        <Switch label={say('sound')} hint={say('soundHint')} {...register(`${path}.sound`)} />
        <Button size="small" icon={<Volume2 size={16} aria-hidden="true" />} onClick={playChime}>
          {say('playSound')}
        </Button>
      </div>
      <Switch
        label={say('quiet')}
        hint={say('quietHint')}
        checked={quiet !== null && quiet !== undefined}
        onChange={({ target }) =>
          setValue(`${path}.quietHours`, target.checked ? defaultQuietHours : null, {
            shouldDirty: true,
          })
        }
      />
      {quiet !== null && quiet !== undefined && (
        <FieldRow>
          <TimeField
            label={say('quietFrom')}
            {...state.field(`${path}.quietHours.from`, say('timeError'))}
          />
          <TimeField
            label={say('quietTo')}
            {...state.field(`${path}.quietHours.to`, say('timeError'))}
          />
        </FieldRow>
      )}
    </SectionCard>
  )
}

/** Which alerts come by which way. */
function Events({ register }: Pick<SectionForm['form'], 'register'>) {
  const say = useWords()
  const nameOf = { push: say('byPush'), email: say('byEmail') }
  const box = (kind: AlertKind, way: (typeof ways)[number]) => (
    <Checkbox
      label={`${say(kind)}: ${nameOf[way]}`}
      isLabelHidden
      {...register(`${path}.${way}.${kind}`)}
    />
  )
  return (
    <table className={styles['events']}>
      <thead>
        <tr>
          <th scope="col">{say('event')}</th>
          {ways.map((way) => (
            <th key={way} scope="col">
              {nameOf[way]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {alertKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{say(kind)}</th>
            {ways.map((way) => (
              <td key={way}>{box(kind, way)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
