import { Button } from '@errand/shared-ui'

import styles from './login-page.module.css'

interface ResendCodeProps {
  secondsLeft: number
  /** The code that was sent can no longer be used. */
  isOnlyWay: boolean
  isBusy: boolean
  isSentAgain: boolean
  onResend: () => void
}

/** Another code, as soon as the first had time to arrive. */
export function ResendCode(props: ResendCodeProps) {
  const { secondsLeft, isOnlyWay, isBusy, isSentAgain, onResend } = props
  const isWaiting = secondsLeft > 0
  return (
    <div className={styles['resend']}>
      <Button
        variant={isOnlyWay ? 'primary' : 'ghost'}
        disabled={isWaiting}
        isBusy={isOnlyWay && isBusy}
        autoFocus={isOnlyWay}
        onClick={onResend}
      >
        {isWaiting ? `Resend code in 0:${String(secondsLeft).padStart(2, '0')}` : 'Resend code'}
      </Button>
      {/* Said once, not every second. */}
      <p role="status">{isOnlyWay ? '' : statusText(isWaiting, isSentAgain)}</p>
    </div>
  )
}

function statusText(isWaiting: boolean, isSentAgain: boolean): string {
  if (!isWaiting) return 'No code yet? You can ask for a new one.'
  return isSentAgain ? 'A new code was sent.' : ''
}
