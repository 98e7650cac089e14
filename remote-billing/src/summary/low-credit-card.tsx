import { amountText, parseAmount } from '@errand/contract/amount-text'
import type { User } from '@errand/contract/auth'
import { profileQuery, userMessage } from '@errand/shared-auth'
import { Button, Card, Checkbox, Form, FormActions, Notice, TextField } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { useSaveSettings } from '../details/use-save-settings.ts'
import { useWords } from '../words/words.ts'
import styles from './balance-card.module.css'

/** When the credit counts as low, and whether a letter says so. */
export function LowCreditCard({ currency }: { currency: string }) {
  const { data: user } = useQuery(profileQuery())
  return user === undefined ? null : <LowCreditForm {...{ user, currency }} />
}

function LowCreditForm({ user, currency }: { user: User; currency: string }) {
  const say = useWords()
  // What the form was filled from: a newer copy that a refetch brought would let it overwrite,
  // unasked, what another tab saved.
  const [base, setBase] = useState(user)
  const [text, setText] = useState(() => amountText(alertOf(user).lowBalanceMinor, currency))
  const [isMailed, setIsMailed] = useState(alertOf(user).isMailed)
  const [failure, setFailure] = useState<string>()
  const { save, isSaving, isSaved, theirs, setTheirs } = useSaveSettings((error) =>
    setFailure(userMessage(error)),
  )
  const lowBalanceMinor = parseAmount(text, currency)
  const isChanged = !isSame({ lowBalanceMinor, isMailed }, alertOf(base))
  const isElsewhere = !isSame(alertOf(user), alertOf(base))
  if (isElsewhere && !isChanged) {
    // Nothing was typed: what was saved elsewhere can come in by itself.
    setBase(user)
    setText(amountText(alertOf(user).lowBalanceMinor, currency))
    setIsMailed(alertOf(user).isMailed)
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (lowBalanceMinor === undefined || isSaving) return
    setFailure(undefined)
    const settings = {
      billing: { lowBalanceMinor },
      notifications: { email: { lowBalance: isMailed } },
    }
    const { version } = (theirs ?? (isElsewhere ? base : user)).settings
    save({ input: { settings }, version }, { onSuccess: setBase })
  }
  return (
    <Card title={say('lowAlert')} description={say('lowAlertHint')}>
      <Form onSubmit={handleSubmit} className={styles['narrow']}>
        {theirs !== undefined && (
          <Notice
            tone="warning"
            role="alert"
            title={say('changedElsewhere')}
            onDismiss={() => setTheirs(undefined)}
          >
            <p>{say('saveAgain')}</p>
          </Notice>
        )}
        <TextField
          label={say('lowBelow')}
          inputMode="decimal"
          dir="ltr"
          end={currency}
          value={text}
          error={lowBalanceMinor === undefined ? say('amountError') : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <Checkbox
          label={say('mailLow')}
          checked={isMailed}
          onChange={({ target }) => setIsMailed(target.checked)}
        />
        {failure !== undefined && (
          <Notice tone="danger" role="alert">
            <p>{failure}</p>
          </Notice>
        )}
        <FormActions status={isSaved && !isChanged ? say('saved') : undefined}>
          <Button type="submit" isBusy={isSaving}>
            {say('save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  )
}

interface Alert {
  /** Nothing while no amount is written. */
  lowBalanceMinor: number | undefined
  isMailed: boolean
}

const alertOf = ({ settings: { billing, notifications } }: User) => ({
  lowBalanceMinor: billing.lowBalanceMinor,
  isMailed: notifications.email.lowBalance,
})

const isSame = (one: Alert, other: Alert): boolean =>
  one.lowBalanceMinor === other.lowBalanceMinor && one.isMailed === other.isMailed
