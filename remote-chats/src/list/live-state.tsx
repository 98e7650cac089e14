import { useConnection } from '@errand/shared-auth'
import { Status } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './list-pane.module.css'

/** Says when what is shown may be old; silent while all is well. */
export function LiveState() {
  const connection = useConnection()
  const say = useWords()
  return (
    <span role="status" className={styles['live']}>
      {connection === 'offline' && <Status tone="warning">{say('offline')}</Status>}
      {connection === 'polling' && <Status tone="info">{say('polling')}</Status>}
    </span>
  )
}
