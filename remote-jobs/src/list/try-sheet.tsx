import { Sheet, Skeleton } from '@errand/shared-ui'
import { Suspense, lazy } from 'react'
import { useSearchParams } from 'react-router-dom'

import { useWords } from '../jobs/words/words.ts'

// Loaded when it is first opened: most visits of the list try nothing.
const TryJob = lazy(async () => {
  const [{ TryJob: Component }, { loadWords }] = await Promise.all([
    import('../phone/try-job.tsx'),
    import('../job-draft/words/words.ts'),
  ])
  // Without them it is in English.
  await loadWords().catch(() => undefined)
  return { default: Component }
})

/** The phone to try a job on, opened by the address: `?try=` and the id of the job, if any. */
export function TrySheet() {
  const say = useWords()
  const [parameters, setParameters] = useSearchParams()
  const id = parameters.get('try')
  const close = () =>
    setParameters(
      (current) => {
        current.delete('try')
        return current
      },
      { replace: true },
    )
  return (
    <Sheet isOpen={id !== null} title={say('tryOut')} onClose={close}>
      <Suspense fallback={<Skeleton label={say('loadingPhone')} />}>
        <TryJob id={id ?? ''} />
      </Suspense>
    </Sheet>
  )
}
