import type { RemoteWidget } from '@errand/contract/remote'

import { NeedsYou } from './inbox/needs-you/needs-you.tsx'

/** The dashboard widget: the chats that need the owner. */
export const Widget: RemoteWidget['Widget'] = NeedsYou
