import { Card, Switch } from '@errand/shared-ui'
import { useState } from 'react'

import { hasSingleKeys, setSingleKeys } from '../look/look.ts'
import { useWords } from './words/words.ts'

/** The single-key shortcuts, stored per device: an owner who dictates on one computer may type on another. */
export function KeyboardCard() {
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
