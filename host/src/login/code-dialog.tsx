import { type PhoneConfirmation, sendOwnCode, useSession } from '@errand/shared-auth'
import { Button, Dialog, Form, Notice, unblockPage } from '@errand/shared-ui'
import { type FormEvent, useState } from 'react'

import { BotCheck, LocalNote } from './bot-check.tsx'
import { CodeStep } from './code-step.tsx'
import styles from './login-page.module.css'
import { maskPhone } from './phone-number.ts'
import { useSignInStep } from './use-step.ts'
import { useWords } from './words/words.ts'

export { loadWords } from './words/words.ts'

interface CodeDialogProps {
  isEmulator: boolean
  /** Sends a code to the owner; replaced in tests. */
  send?: typeof sendOwnCode
  onClose: (isConfirmed: boolean) => void
}

/** Asks the owner for a code before something that a stolen session must not do. */
export function CodeDialog({ isEmulator, send = sendOwnCode, onClose }: CodeDialogProps) {
  const say = useWords()
  const session = useSession()
  const [confirmation, setConfirmation] = useState<PhoneConfirmation<void>>()
  const { refusal, isBusy, run } = useSignInStep()
  const phoneNumber = session.status === 'signed-in' ? session.user.phoneNumber : ''
  const sendCode = async () => {
    const block = unblockPage()
    try {
      setConfirmation(await send())
    } finally {
      block()
    }
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void run(sendCode)
  }
  return (
    <Dialog
      isOpen
      title={say('confirmOwner')}
      description={say('confirmOwnerWhy')}
      onClose={() => onClose(false)}
    >
      {confirmation === undefined ? (
        <Form onSubmit={handleSubmit} className={styles['step']}>
          <p>
            <span>{say('codeGoesTo')}</span> <bdi dir="ltr">{maskPhone(phoneNumber)}</bdi>
          </p>
          {refusal !== undefined && (
            <Notice tone="danger" role="alert">
              {refusal.message}
            </Notice>
          )}
          <Button type="submit" variant="primary" isBusy={isBusy}>
            {say('sendCode')}
          </Button>
        </Form>
      ) : (
        <CodeStep
          phoneNumber={phoneNumber}
          onConfirm={async (code) => {
            await confirmation.confirm(code)
            onClose(true)
          }}
          onResend={sendCode}
        />
      )}
      {isEmulator && <LocalNote />}
      <BotCheck />
    </Dialog>
  )
}
