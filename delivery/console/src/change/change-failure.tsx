import { Notice } from '@errand/shared-ui'

import { useErrorText } from '../live.tsx'
import { useWords } from '../words/words.ts'
import { isUncertain } from './use-change.ts'

interface ChangeFailureProps {
  error: Error | null
  /** What somebody else has changed, if that is why. */
  meanwhile: string | undefined
}

/** Why a change was not made. */
export function ChangeFailure({ error, meanwhile }: ChangeFailureProps) {
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
  return (
    <Notice tone="danger" role="alert" title={say('refused')}>
      <p>
        <bdi>{isUncertain(error) ? say('uncertain') : errorText(error)}</bdi>
      </p>
    </Notice>
  )
}
