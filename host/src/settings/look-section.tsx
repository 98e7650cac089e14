import { pageLanguages } from '@errand/contract/language'
import { Card, SelectField, Switch } from '@errand/shared-ui'
import { useState } from 'react'

import { hasSingleKeys, setSingleKeys } from '../look/look.ts'
import { Choices } from './fields.tsx'
import { type Section, SectionCard, type SectionProps, useSectionForm } from './section-form.tsx'
import { useWords } from './words/words.ts'

const section: Section = {
  id: 'appearance',
  valuesOf: ({ settings: { ui } }) => ({ settings: { ui } }),
}

const path = 'settings.ui'

/** Theme, density, language and shortcuts, on all of the owner's devices. */
export function LookSection({ user }: SectionProps) {
  const say = useWords()
  const state = useSectionForm(section, user)
  const { register } = state.form
  return (
    <>
      <SectionCard title={say('look')} description={say('lookHint')} state={state}>
        <Choices
          legend={say('theme')}
          choices={(['system', 'light', 'dark'] as const).map((name) => [name, say(name)])}
          {...register(`${path}.theme`)}
        />
        <Choices
          legend={say('density')}
          choices={(['comfortable', 'compact'] as const).map((name) => [
            name,
            say(name),
            say(`${name}Hint`),
          ])}
          {...register(`${path}.density`)}
        />
        <SelectField label={say('language')} {...register(`${path}.language`)}>
          {Object.entries(pageLanguages).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </SelectField>
      </SectionCard>
      <Keyboard />
    </>
  )
}

/** Stored per device: an owner who dictates on one computer may type on another. */
function Keyboard() {
  const say = useWords()
  const [isOn, setIsOn] = useState(hasSingleKeys)
  const change = (next: boolean) => {
    setSingleKeys(next)
    setIsOn(next)
  }
  return (
    <Card title={say('keyboard')} description={say('keyboardHint')}>
      <Switch
        label={say('singleKeys')}
        hint={say('singleKeysHint')}
        checked={isOn}
        onChange={({ target }) => change(target.checked)}
      />
    </Card>
  )
}
