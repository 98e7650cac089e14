import type { Settings } from '@errand/contract/settings'
import { Badge, Notice, RelativeTime, type Tone } from '@errand/shared-ui'

import { useWords } from '../words/words.ts'
import styles from './channel-health.module.css'

type WhatsApp = Settings['whatsapp']

const tones: Record<WhatsApp['status'], Tone> = {
  connected: 'success',
  connecting: 'info',
  degraded: 'warning',
  disconnected: 'danger',
  not_connected: 'neutral',
}

/** How the number fares: its state, the last message that came in, the last trouble. */
export function ChannelHealth({ whatsapp }: { whatsapp: WhatsApp }) {
  const say = useWords()
  const { status, provider, displayPhone, lastInboundAt, lastError } = whatsapp
  return (
    <>
      <dl className={styles['health']}>
        <div>
          <dt>{say('state')}</dt>
          <dd>
            <Badge tone={tones[status]}>{say(status)}</Badge>
          </dd>
        </div>
        <div>
          <dt>{say('number')}</dt>
          <dd dir="ltr">{provider === 'simulator' ? say('simulator') : displayPhone || '–'}</dd>
        </div>
        <div>
          <dt>{say('lastInbound')}</dt>
          <dd>{lastInboundAt === null ? say('none') : <RelativeTime at={lastInboundAt} />}</dd>
        </div>
      </dl>
      {lastError !== null && status !== 'connected' && (
        <Notice tone="danger" title={say('lastTrouble')}>
          <p>
            <bdi>{lastError.message}</bdi> (<RelativeTime at={lastError.at} />)
          </p>
        </Notice>
      )}
    </>
  )
}
