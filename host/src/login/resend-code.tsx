import { Button } from '@errand/shared-ui'

import styles from './login-page.module.css'
import { useWords } from './words/words.ts'

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
  const say = useWords()
  const isWaiting = secondsLeft > 0
  const status = isWaiting ? isSentAgain && say('sentAgain') : say('canResend')
  return (
    <div className={styles['resend']}>
      <Button
        variant={isOnlyWay ? 'primary' : 'quiet'}
        disabled={isWaiting}
        isBusy={isOnlyWay && isBusy}
        autoFocus={isOnlyWay}
        onClick={onResend}
      >
        {isWaiting
          ? say('resendIn', { time: `0:${String(secondsLeft).padStart(2, '0')}` })
          : say('resend')}
      </Button>
      {/* Said once, not every second. */}
      <p role="status">{!isOnlyWay && status}</p>
    </div>
  )
}
