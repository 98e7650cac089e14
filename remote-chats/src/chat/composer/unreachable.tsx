import type { Given } from '@errand/contract/call'
import { updateContactCall, type ChatSession } from '@errand/contract/chats/session'
import { contactName } from '@errand/contract/visible-text'
import { callApi } from '@errand/shared-auth'
import { Button, Notice, showUndoToast } from '@errand/shared-ui'
import { useMutation } from '@tanstack/react-query'

import { useInboxSettings } from '../../data/chats.queries.ts'
import { patchSession } from '../../data/session-cache.ts'
import { HelpLink, showError } from '../../shared/parts.tsx'
import { useWords, words } from '../../words/words.ts'

type UnreachableReason = 'blocked' | 'optedOut'

/** Why the owner cannot send anything to the contact. */
export function unreachableReason({ contact }: ChatSession): UnreachableReason | undefined {
  if (contact.blocked) return 'blocked'
  return contact.optedOutAt === undefined ? undefined : 'optedOut'
}

/** Shows the reason in place of the reply box, and how to change it. */
export function Unreachable({ session, why }: { session: ChatSession; why: UnreachableReason }) {
  const say = useWords()
  const { change, isChanging } = useChangeContact(session)
  const name = contactName(session.contact)
  return (
    <Notice
      tone="warning"
      actions={
        why === 'blocked' && (
          <Button size="small" isBusy={isChanging} onClick={() => change({ blocked: false })}>
            {say('unblock')}
          </Button>
        )
      }
    >
      <p>{say(why === 'blocked' ? 'isBlocked' : 'isOptedOut', { name })}</p>
    </Notice>
  )
}

/** Warns that nothing is sent while the number is not connected. */
export function ChannelNotice({ session }: { session: ChatSession }) {
  const say = useWords()
  const { channel } = useInboxSettings()
  const isChannelOfChat = session.channel === 'whatsapp' || channel?.provider === 'simulator'
  if (!isChannelOfChat || channel?.status !== 'disconnected') return null
  return (
    <Notice tone="danger" actions={<HelpLink action="reconnect" />}>
      <p>{say('channelDown')}</p>
      {channel.lastError !== null && <bdi>{channel.lastError.message}</bdi>}
    </Notice>
  )
}

type ContactChange = Given<typeof updateContactCall>['body']

/** Renames, blocks or opts out a contact, with Undo where possible. */
export function useChangeContact(session: ChatSession) {
  const { contact } = session
  const { mutate, isPending } = useMutation({
    mutationFn: (body: ContactChange) => callApi(updateContactCall, { id: contact.id, body }),
    onSuccess: (answer) => patchSession(session.id, { contact: answer.contact }),
    onError: showError,
  })
  const change = (asked: ContactChange) =>
    mutate(asked, {
      onSuccess: () => {
        const message = changeMessage(asked, contactName(contact))
        if (message !== undefined) {
          showUndoToast({ message, onUndo: () => mutate(currentValues(session, asked)) })
        }
      },
    })
  return { change, isChanging: isPending }
}

function changeMessage({ blocked, optedOut, name: renamed }: ContactChange, name: string) {
  if (blocked !== undefined) return words(blocked ? 'blocked' : 'unblocked', { name })
  if (optedOut !== undefined) return words(optedOut ? 'optedOut' : 'optedIn', { name })
  return renamed === undefined ? undefined : words('renamed')
}

const currentValues = ({ contact }: ChatSession, asked: ContactChange): ContactChange => ({
  ...(asked.name !== undefined && { name: contact.name }),
  ...(asked.blocked !== undefined && { blocked: contact.blocked }),
  ...(asked.optedOut !== undefined && { optedOut: contact.optedOutAt !== undefined }),
})
