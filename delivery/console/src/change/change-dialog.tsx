import type { Me } from '@errand/delivery/rollouts/answers'
import { fullWeight, type Channel } from '@errand/delivery/rollouts/channel'
import {
  Button,
  Checkbox,
  Dialog,
  Form,
  FormActions,
  Notice,
  NumberField,
  SelectField,
  TextField,
} from '@errand/shared-ui'
import { useState, type SubmitEvent } from 'react'

import { useErrorText } from '../registry/live.tsx'
import { useDescription, useShare } from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'
import { changeFor, useBlocked, useConsequence, versionsFor, type ActionName } from './actions.ts'
import { changedChannel, isForcible, isUncertain, useChange } from './use-change.ts'

/** An action that was chosen, and the channel that its author saw. */
export interface AskedAction {
  name: ActionName
  channel: Channel
}

interface ChangeDialogProps {
  asked: AskedAction | undefined
  me: Me | undefined
  onClose: () => void
}

/** Says what an action does to whom, and makes it. */
export function ChangeDialog({ asked, me, onClose }: ChangeDialogProps) {
  const say = useWords()
  return (
    <Dialog
      isOpen={asked !== undefined}
      title={asked === undefined ? '' : say('actionName', { action: asked.name })}
      description={<bdi>{asked?.channel.app}</bdi>}
      onClose={onClose}
    >
      {asked !== undefined && <ChangeForm {...asked} {...{ me, onClose }} />}
    </Dialog>
  )
}

function ChangeForm({
  name,
  channel,
  me,
  onClose,
}: AskedAction & Omit<ChangeDialogProps, 'asked'>) {
  const say = useWords()
  const share = useShare()
  const blockedReason = useBlocked(me)
  const consequence = useConsequence(share)
  const describe = useDescription()
  // What others change meanwhile counts only once it was shown.
  const [seen, setSeen] = useState(channel)
  const [meanwhile, setMeanwhile] = useState<string>()
  const { mutate, error, isPending } = useChange()
  const versions = versionsFor(name, seen)
  const [chosen, setChosen] = useState('')
  const version = versions.includes(chosen) ? chosen : (versions[0] ?? '')
  const [percent, setPercent] = useState(String((channel.weight * 100) / fullWeight))
  const [reason, setReason] = useState('')
  const [isForced, setIsForced] = useState(false)
  const weight = Math.round((Number(percent) * fullWeight) / 100)
  const isShare = percent.trim() !== '' && weight >= 0 && weight <= fullWeight
  const blocked = blockedReason(name, seen)
  const needsReason = name === 'kill' || isForced
  const isReady = blocked === undefined && isShare && (!needsReason || reason.trim() !== '')
  const choice = { version, weight, isForced }

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady || isPending) return
    setMeanwhile(undefined)
    const change = changeFor(name, seen, choice)
    const request = { app: seen.app, change, reason: reason.trim(), seen: seen.revision }
    mutate(
      { name, before: seen, request },
      {
        onSuccess: onClose,
        onError: (failure) => {
          const current = changedChannel(failure)
          if (current === undefined) return
          setMeanwhile(say('changedFrom', { before: describe(seen), after: describe(current) }))
          setSeen(current)
        },
      },
    )
  }

  return (
    <Form onSubmit={handleSubmit}>
      <ChangeFailure {...{ error, meanwhile }} />
      {name === 'share' && (
        <NumberField
          label={say('newShare')}
          value={percent}
          min={0}
          max={100}
          step="any"
          error={isShare ? undefined : say('badShare')}
          onChange={(event) => setPercent(event.target.value)}
        />
      )}
      {versions.length > 0 && (
        <SelectField
          label={say('release')}
          value={version}
          onChange={(event) => setChosen(event.target.value)}
        >
          {versions.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      )}
      <p>{blocked ?? consequence(name, seen, choice)}</p>
      {(isForcible(error) || isForced) && (
        <Checkbox
          label={say('force')}
          hint={say('forceHint')}
          checked={isForced}
          onChange={(event) => setIsForced(event.target.checked)}
        />
      )}
      <TextField
        label={needsReason ? say('reason') : say('reasonOptional')}
        hint={say('reasonHint')}
        required={needsReason}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormActions>
        <Button
          type="submit"
          variant={name === 'kill' || isForced ? 'danger' : 'primary'}
          isBusy={isPending}
          disabled={!isReady}
        >
          {say('actionName', { action: name })}
        </Button>
        <Button onClick={onClose}>{say('cancel')}</Button>
      </FormActions>
    </Form>
  )
}

interface ChangeFailureProps {
  error: Error | null
  /** What somebody else has changed, if that is why. */
  meanwhile: string | undefined
}

/** Why a change was not made. */
function ChangeFailure({ error, meanwhile }: ChangeFailureProps) {
  const say = useWords()
  const errorText = useErrorText()
  if (meanwhile !== undefined)
    return (
      <Notice tone="warning" role="alert" title={say('changedMeanwhile')}>
        <p>{meanwhile}</p>
        <p>{say('confirmAgain')}</p>
      </Notice>
    )
  if (error === null) return null
  if (isUncertain(error))
    return (
      <Notice tone="warning" role="alert">
        <p>{say('uncertain')}</p>
      </Notice>
    )
  return (
    <Notice tone="danger" role="alert" title={say('refused')}>
      <p>
        <bdi>{errorText(error)}</bdi>
      </p>
    </Notice>
  )
}
