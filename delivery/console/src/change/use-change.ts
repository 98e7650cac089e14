import { channelSchema, type Channel } from '@errand/delivery/rollouts/channel'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { useErrorText } from '../live.tsx'
import { changeApp, RegistryError, type ChangeRequest } from '../registry.api.ts'
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
      const message = say('done', { action: name, app })
      const change = undoOf(name, before)
      if (change === undefined) return void toast.success(message)
      const undo = { app, change, reason: `Undo of ${name}`, seen: revision }
      const onUndo = async () => {
        await changeApp(undo).catch((error: unknown) =>
          toast.error(say('notUndone', { reason: errorText(error) })),
        )
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

/** Whether the registry would do it nevertheless: its sentence says how. */
export const isForcible = (error: Error | null): boolean =>
  error instanceof RegistryError && error.status === 409 && error.message.includes('--force')

/** Whether a change may have been made although it failed. */
export const isUncertain = (error: Error | null): boolean =>
  error !== null && (!(error instanceof RegistryError) || error.status === 0 || error.status > 501)
