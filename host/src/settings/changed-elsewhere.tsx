import type { User } from '@errand/contract/auth'
import { Button } from '@errand/shared-ui'

import styles from './settings-page.module.css'

interface ChangedElsewhereProps {
  other: User
  onTake: () => void
}

/** Shows what was saved in another tab or on another device while this form was open. */
export function ChangedElsewhere({ other, onTake }: ChangedElsewhereProps) {
  return (
    <div role="alert" className={styles['conflict']}>
      <p>Your profile was changed elsewhere meanwhile. It now holds:</p>
      <dl>
        <dt>Name</dt>
        <dd dir="auto">{other.name || 'empty'}</dd>
        <dt>E-mail</dt>
        <dd dir="auto">{other.email || 'empty'}</dd>
      </dl>
      <p>Save again to keep what is written here.</p>
      <Button size="small" onClick={onTake}>
        Take the other version
      </Button>
    </div>
  )
}
