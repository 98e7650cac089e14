import { Button, Checkbox, FieldRow, Notice, Switch, TimeField } from '@errand/shared-ui'
import { Bell, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'

import {
  requestNotificationPermission,
  notificationPermission,
  playChime,
  showNotification,
} from '../notify/desktop.ts'
import styles from './notifications-section.module.css'
import {
  type Section,
  SectionCard,
  type SectionForm,
  type SectionProps,
  useSectionForm,
} from './section-form.tsx'
import { useWords } from './words/words.ts'

const section: Section = {
  id: 'notifications',
  valuesOf: ({ settings: { notifications } }) => ({ settings: { notifications } }),
}

const path = 'settings.notifications'
const emailKinds = ['handoff', 'lowBalance'] as const
const defaultQuietHours = { from: '21:00', to: '08:00' }

/** Which notifications the owner gets, how, and the quiet hours. */
export function NotificationsSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register, control, setValue } = state.form
  const quiet = useWatch({ control, name: `${path}.quietHours` })
  return (
    <SectionCard title={say('notifications')} description={say('notificationsHint')} state={state}>
      <Desktop form={state.form} />
      <div className={styles['tested']}>
        <Switch label={say('sound')} hint={say('soundHint')} {...register(`${path}.sound`)} />
        <Button size="small" icon={<Volume2 size={16} aria-hidden="true" />} onClick={playChime}>
          {say('playSound')}
        </Button>
      </div>
      <fieldset className={styles['letters']}>
        <legend>{say('letters')}</legend>
        {emailKinds.map((name) => (
          <Checkbox key={name} label={say(name)} {...register(`${path}.email.${name}`)} />
        ))}
      </fieldset>
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

function Desktop({ form: { register, control } }: Pick<SectionForm, 'form'>) {
  const say = useWords()
  const isOn = useWatch({ control, name: `${path}.desktop` }) === true
  const [permission, setPermission] = useState(notificationPermission)
  const [hasTestFailed, setHasTestFailed] = useState(false)
  const ask = async () => setPermission(await requestNotificationPermission())
  const test = async () => {
    await ask()
    const shown = { title: say('testTitle'), body: say('testBody'), tag: 'test' }
    setHasTestFailed(!showNotification(shown))
  }
  const isNotAsked = permission === 'default'
  const field = register(`${path}.desktop`, {
    // The setting applies to all devices, but each browser has to allow it by itself.
    onChange: ({ target }: { target: HTMLInputElement }) => {
      if (target.checked) void ask()
    },
  })
  return (
    <>
      <div className={styles['tested']}>
        <Switch label={say('desktop')} hint={say('desktopHint')} {...field} />
        <Button
          size="small"
          icon={<Bell size={16} aria-hidden="true" />}
          onClick={() => void test()}
        >
          {say('testDesktop')}
        </Button>
      </div>
      {(hasTestFailed || (isOn && permission !== 'granted')) && (
        <Notice
          tone="warning"
          role="alert"
          actions={
            isNotAsked && (
              <Button size="small" onClick={() => void ask()}>
                {say('desktopAllow')}
              </Button>
            )
          }
        >
          {say(isNotAsked ? 'desktopUnasked' : 'desktopRefused')}
        </Notice>
      )}
    </>
  )
}
