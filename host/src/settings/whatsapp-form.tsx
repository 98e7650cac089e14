import { CopyField, FieldRow, TextField } from '@errand/shared-ui'
import { useState } from 'react'

import { SecretField, secretValue } from './fields.tsx'
import { type Section, SectionCard, type SectionProps, useSectionForm } from './section-form.tsx'
import { useWords } from './words/words.ts'

/** Secrets are never returned; `null` compares as unchanged in the form. */
const noSecrets = { accessToken: null, appSecret: null }

const section: Section = {
  id: 'whatsapp',
  valuesOf: ({ settings: { whatsapp } }) => {
    const { displayPhone, phoneNumberId, wabaId } = whatsapp
    return { settings: { whatsapp: { displayPhone, phoneNumberId, wabaId, ...noSecrets } } }
  },
  complete: ({ settings }) => ({
    settings: { ...settings, whatsapp: { ...settings?.whatsapp, provider: 'cloud_api' } },
  }),
}

const path = 'settings.whatsapp'

/** Connects a number by the ids and the token of a Meta app of the owner's. */
export function WhatsAppForm({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { field } = state
  const { accessTokenSet, appSecretSet, webhookUrl, verifyToken } = user.settings.whatsapp
  const labels = {
    displayPhone: say('displayPhone'),
    phoneNumberId: say('phoneNumberId'),
    wabaId: say('wabaId'),
    accessToken: say('accessToken'),
    appSecret: say('appSecret'),
  }
  const [saved, setSaved] = useState<string[]>([])
  const changed = state.form.formState.dirtyFields.settings?.whatsapp ?? {}
  const submit: typeof state.submit = (event) => {
    const names = Object.entries(labels).filter(([name]) => changed[name as keyof typeof labels])
    setSaved(names.map(([, label]) => label))
    return state.submit(event)
  }
  return (
    <SectionCard
      title={say('tokenForm')}
      description={say('tokenFormHint')}
      state={{ ...state, submit }}
      saved={saved}
    >
      <FieldRow>
        <TextField
          label={labels.phoneNumberId}
          hint={say('phoneNumberIdHint')}
          dir="ltr"
          inputMode="numeric"
          {...field(`${path}.phoneNumberId`, say('atMost', { max: 60 }))}
        />
        <TextField
          label={labels.wabaId}
          hint={say('wabaIdHint')}
          dir="ltr"
          inputMode="numeric"
          {...field(`${path}.wabaId`, say('atMost', { max: 60 }))}
        />
      </FieldRow>
      <FieldRow>
        <SecretField
          label={labels.accessToken}
          hint={say('accessTokenHint')}
          isSet={accessTokenSet}
          {...field(`${path}.accessToken`, say('secretError'), secretValue)}
        />
        <SecretField
          label={labels.appSecret}
          hint={say('appSecretHint')}
          isSet={appSecretSet}
          {...field(`${path}.appSecret`, say('secretError'), secretValue)}
        />
      </FieldRow>
      <TextField
        label={labels.displayPhone}
        hint={say('displayPhoneHint')}
        dir="ltr"
        inputMode="tel"
        {...field(`${path}.displayPhone`, say('atMost', { max: 30 }))}
      />
      <CopyField label={say('webhookUrl')} value={webhookUrl} hint={say('webhookUrlHint')} />
      <CopyField label={say('verifyToken')} value={verifyToken} />
    </SectionCard>
  )
}
