import type { Message } from '@errand/contract/chats/message'
import type { Remark } from '@errand/contract/chats/remark'
import { userMessage } from '@errand/shared-auth'
import { showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import toast from 'react-hot-toast'

import { addRemark, changeRemark, removeRemark } from '../chats/messages.api.ts'
import { newKey } from '../chats/new-key.ts'
import { patchThread } from '../thread/thread.queries.ts'
import { words } from '../words/words.ts'

/** Puts the remarks of a message as they are now into the thread. */
function patchRemarks(
  { sessionId, messageId }: Pick<Remark, 'sessionId' | 'messageId'>,
  change: (remarks: Remark[]) => Remark[],
): void {
  patchThread(sessionId, (thread) => ({
    ...thread,
    items: thread.items.map((message) =>
      message.id === messageId ? { ...message, remarks: change(message.remarks) } : message,
    ),
  }))
}

const withRemark = (remark: Remark) => (remarks: Remark[]) => [
  ...remarks.filter(({ id }) => id !== remark.id),
  remark,
]

/** Writes a remark; the contact never sees it. */
export function useAddRemark() {
  const asked = useRef<{ what: string; key: string }>(undefined)
  return useMutation({
    mutationFn: ({ messageId, text }: { messageId: Message['id']; text: string }) => {
      const what = `${messageId} ${text}`
      // The same once more: the answer to the first may only have got lost.
      if (asked.current?.what !== what) asked.current = { what, key: newKey() }
      return addRemark(messageId, { text, key: asked.current.key })
    },
    onSuccess: (remark) => {
      asked.current = undefined
      patchRemarks(remark, withRemark(remark))
    },
  })
}

/** Changes what was remarked. */
export function useChangeRemark() {
  return useMutation({
    mutationFn: ({ id, text }: { id: Remark['id']; text: string }) => changeRemark(id, text),
    onSuccess: (remark) =>
      patchRemarks(remark, (remarks) =>
        remarks.map((one) => (one.id === remark.id ? remark : one)),
      ),
  })
}

/** Removes a remark; it can be written again for a while. */
export function useRemoveRemark(): (remark: Remark) => void {
  const add = useAddRemark()
  const { mutate } = useMutation({
    mutationFn: ({ id }: Remark) => removeRemark(id),
    onMutate: (remark) =>
      patchRemarks(remark, (remarks) => remarks.filter(({ id }) => id !== remark.id)),
    onSuccess: (_none, { messageId, text }) => {
      showUndoToast({
        message: words('remarkRemoved'),
        what: words('undoRemark'),
        onUndo: () => add.mutate({ messageId, text }),
      })
    },
    onError: (error, remark) => {
      patchRemarks(remark, withRemark(remark))
      toast.error(userMessage(error))
    },
  })
  return mutate
}
