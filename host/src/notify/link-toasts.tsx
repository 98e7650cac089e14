import type { OwnerEvent } from '@errand/contract/events'
import { paths } from '@errand/contract/paths'
import { signInsEventSchema } from '@errand/contract/sign-ins'
import toast from 'react-hot-toast'

import styles from './link-toasts.module.css'
import { loadWords, words } from './words/words.ts'

/** Long enough to reach the link in the toast. */
const durationMs = 10_000

interface AwaitedMessage {
  name: string
  path: string
  open: (path: string) => void
}

/** Shows, on any other page, that the awaited message has arrived. */
export function toastAwaited({ name, path, open }: AwaitedMessage): void {
  toastLink({ text: words('wrote', { name }), label: words('openChat'), path, open })
}

/** In every tab, because the owner may look at any: somebody signed in on a device that is new. */
export async function toastNewDevice({ data }: OwnerEvent, open: LinkToast['open']): Promise<void> {
  const { newDevice } = signInsEventSchema.safeParse(data).data ?? {}
  if (newDevice === undefined) return
  await loadWords().catch(() => undefined)
  const device = newDevice.device || words('someDevice')
  const path = `${paths.settings}#security`
  toastLink({ text: words('newDevice', { device }), label: words('seeDevices'), path, open })
}

interface LinkToast {
  text: string
  label: string
  path: string
  open: (path: string) => void
}

function toastLink({ text, label, path, open }: LinkToast): void {
  toast(
    ({ id }) => (
      <span>
        <span>{text}</span>{' '}
        <a
          className={styles['link']}
          href={path}
          onClick={(event) => {
            toast.dismiss(id)
            if (event.metaKey || event.ctrlKey || event.shiftKey) return
            event.preventDefault()
            open(path)
          }}
        >
          {label}
        </a>
      </span>
    ),
    { id: path, duration: durationMs },
  )
}
