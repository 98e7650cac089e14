import { CopyField } from '@errand/shared-ui'
import { useState } from 'react'

import { type Section, SectionCard, type SectionProps, useSectionForm } from './section-form.tsx'
import { whatsAppRows } from './sections.ts'
import { Rows, settingNames } from './setting-row.tsx'
import { useWords } from './words/words.ts'

const section: Section = {
  id: 'whatsapp',
  names: whatsAppRows.flatMap(settingNames),
  complete: ({ settings }) => ({
    settings: { ...settings, whatsapp: { ...settings?.whatsapp, provider: 'cloud_api' } },
  }),
}

const labels = ['displayPhone', 'phoneNumberId', 'wabaId', 'accessToken', 'appSecret'] as const

/** Connects a number by the ids and the token of a Meta app of the owner's. */
export function WhatsAppForm({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { webhookUrl, verifyToken } = user.settings.whatsapp
  const [saved, setSaved] = useState<string[]>([])
  const changed = state.form.formState.dirtyFields.settings?.whatsapp ?? {}
  const submit: typeof state.submit = (event) => {
    setSaved(labels.filter((name) => changed[name]).map((name) => say(name)))
    return state.submit(event)
  }
  return (
    <SectionCard
      title={say('tokenForm')}
      description={say('tokenFormHint')}
      state={{ ...state, submit }}
      saved={saved}
    >
      <Rows rows={whatsAppRows} {...{ state, user }} />
      <CopyField label={say('webhookUrl')} value={webhookUrl} hint={say('webhookUrlHint')} />
      <CopyField label={say('verifyToken')} value={verifyToken} />
    </SectionCard>
  )
}
