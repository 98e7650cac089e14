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
      let saved = 0
      for (const { id: sessionId } of sessions) {
        const include = ['remarks' as const, 'formData' as const]
        const answer = await exportChats({ sessionId, format: 'csv', include })
        if (!('file' in answer)) continue
        saveFile(answer.file, answer.name)
        saved += 1
      }
      return saved
    },
    onSuccess: (saved, { length }) => {
      if (saved > 0) toast.success(words('exportedChats', { count: saved }))
      // Long ones are made in the background.
      if (saved < length) toast(words('exportsBegun', { count: length - saved }))
    },
    onError: (error) => toast.error(userMessage(error)),
  })
  return mutate
}
