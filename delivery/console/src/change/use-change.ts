import { channelSchema, type Channel } from '@errand/delivery/rollouts/channel'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { useErrorText } from '../registry/live.tsx'
import { changeApp, RegistryError, type ChangeRequest } from '../registry/registry.api.ts'
import { queryClient } from '../session/session.ts'
import { useWords } from '../words/words.ts'
import { undoOf, type ActionName } from './actions.ts'

const undoMs = 10_000

interface Asked {
  name: ActionName
  before: Channel
  request: ChangeRequest
}

/** Makes a change and says so, with Undo where it can be taken back. */
export function useChange() {
  const say = useWords()
  const errorText = useErrorText()
  return useMutation({
    mutationFn: ({ request }: Asked) => changeApp(request),
    onSuccess: ({ revision }, { name, before, request: { app } }) => {
      // What was done before it can be undone no more.
      toast.dismiss()
      const message = say('done', { action: name, app })
      const changes = undoOf(name, before)
      if (changes.length === 0) return void toast.success(message)
      const onUndo = async () => {
        try {
          let seen = revision
          for (const change of changes) {
            // Each is meant for what the one before it has left.
            const after = await changeApp({ app, change, reason: `Undo of ${name}`, seen })
            seen = after.revision
          }
        } catch (error) {
          toast.error(say('notUndone', { reason: errorText(error) }))
        }
        await queryClient.invalidateQueries()
      }
      return void showUndoToast({ message, onUndo, durationMs: undoMs })
    },
    onSettled: () => queryClient.invalidateQueries(),
  })
}

/** The channel that somebody else's change has left; undefined for every other failure. */
export function changedChannel(error: Error | null): Channel | undefined {
  if (!(error instanceof RegistryError) || error.status !== 412) return undefined
  return channelSchema.safeParse(error.problem?.meta?.['current']).data
}

/** Whether the registry would do it nevertheless, for a reason. */
export const isForcible = (error: Error | null): boolean =>
  error instanceof RegistryError && error.problem?.code === 'needs_force'

/** Whether a change may have been made although it failed. */
export const isUncertain = (error: Error): boolean =>
  !(error instanceof RegistryError) || [0, 502, 503, 504].includes(error.status)
