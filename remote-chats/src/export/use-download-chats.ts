import type { ChatSession } from '@errand/contract/chats/session'
import { userMessage } from '@errand/shared-auth'
import { useMutation } from '@tanstack/react-query'
import toast from 'react-hot-toast'

import { saveFile } from '../media/save-file.ts'
import { words } from '../words/words.ts'
import { exportChats } from './export.api.ts'

/** Saves each of some chats as a file of its own, one after the other. */
export function useDownloadChats(): (sessions: ChatSession[]) => void {
  const { mutate } = useMutation({
    mutationFn: async (sessions: ChatSession[]) => {
      for (const { id: sessionId } of sessions) {
        const include = ['remarks' as const, 'formData' as const]
        const { file, name } = await exportChats({ sessionId, format: 'csv', include })
        saveFile(file, name)
      }
    },
    onSuccess: (_, { length }) => toast.success(words('exportedChats', { count: length })),
    onError: (error) => toast.error(userMessage(error)),
  })
  return mutate
}
