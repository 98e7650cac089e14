import { useConnection, type Connection } from '@errand/shared-auth'
import { classNames, Tooltip } from '@errand/shared-ui'

import styles from './connection-state.module.css'
import { useWords } from './words/words.ts'

const hints = {
  live: 'liveHint',
  connecting: 'connectingHint',
  polling: 'pollingHint',
  offline: 'offlineHint',
} as const satisfies Record<Connection, string>

/** How the page hears of what happens, in a dot and a word. */
export function ConnectionState() {
  const connection = useConnection()
  const say = useWords()
  return (
    <Tooltip text={say(hints[connection])}>
      <button type="button" className={styles['state']}>
        <span className={classNames(styles['dot'], styles[connection])} aria-hidden="true" />
        <span className={styles['word']}>{say(connection)}</span>
      </button>
    </Tooltip>
  )
}
