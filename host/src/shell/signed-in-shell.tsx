import type { ReleaseSet } from '@errand/contract/release'
import { useCodeQuestion } from '@errand/shared-auth'
import { type ComponentProps, lazy, Suspense, useEffect } from 'react'
import toast from 'react-hot-toast'

import { PartBoundary } from '../errors/part-boundary.tsx'
import { followReleases } from '../federation/follow-releases.ts'
import { prefetchRemotes, preloadOnIntent, whenIdle } from '../federation/prefetch.ts'
import type { ReleaseUpdates } from '../federation/release-updates.ts'
import type { Remotes } from '../federation/remotes.ts'
import { PreviewNotice } from '../preview/preview.tsx'
import { useWords } from '../words/words.ts'
import { AppShell } from './app-shell.tsx'
import { UpdateNotice } from './notices.tsx'

const CodeDialog = lazy(async () => {
  const { CodeDialog: Content, loadWords } = await import('../login/code-dialog.tsx')
  await loadWords().catch(() => undefined)
  return { default: Content }
})

interface SignedInShellProps {
  isEmulator: boolean
  releaseSet: ReleaseSet
  remotes: Remotes
  updates: ReleaseUpdates
}

/** The shell, and everything that starts with an owner's first page. */
export function SignedInShell(props: SignedInShellProps) {
  const { releaseSet, updates } = props
  useEffect(() => startOnce(props))
  const notices = (
    <>
      <PreviewNotice {...releaseSet} />
      <UpdateNotice updates={updates} />
    </>
  )
  return (
    <>
      <AppShell remotes={releaseSet.remotes} notices={notices} />
      <CodeQuestion isEmulator={props.isEmulator} />
    </>
  )
}

type CodeQuestionProps = Omit<ComponentProps<typeof CodeDialog>, 'onClose'>

/** Asks for a code when a call needs a recent sign-in; the page below keeps all that was typed. */
export function CodeQuestion(props: CodeQuestionProps) {
  const say = useWords()
  const question = useCodeQuestion()
  if (question === undefined) return null
  const handleFailure = () => {
    question.settle(false)
    toast.error(say('codeDialogLost'))
  }
  return (
    <PartBoundary onError={handleFailure}>
      <Suspense>
        <CodeDialog {...props} onClose={question.settle} />
      </Suspense>
    </PartBoundary>
  )
}

let isStarted = false

/**
 * Starts prefetching and following rollouts once for the life of the page, whoever signs in or out.
 */
function startOnce({ releaseSet, remotes: { places }, updates }: SignedInShellProps): void {
  if (isStarted) return
  isStarted = true
  prefetchRemotes(places)
  preloadOnIntent(places)
  // A preview stays at its ticket's releases; without a secure origin there are no locks.
  const canFollow = releaseSet.override === undefined && 'locks' in navigator
  if (canFollow) whenIdle(() => followReleases(releaseSet, updates))
}
