import type { Me } from '@errand/delivery/rollouts/answers'
import type { Channel } from '@errand/delivery/rollouts/channel'
import { Button, Tooltip } from '@errand/shared-ui'
import toast from 'react-hot-toast'

import {
  actionsOf,
  useBlocked,
  useConsequence,
  versionsFor,
  type ActionName,
} from '../change/actions.ts'
import { useShare } from '../registry/rollout-state.tsx'
import { useWords } from '../words/words.ts'

interface ActionButtonsProps {
  channel: Channel
  me: Me | undefined
  onAsk: (name: ActionName) => void
}

/** What can be done about an app and what it does, or why it cannot be done. */
export function ActionButtons({ channel, me, onAsk }: ActionButtonsProps) {
  const say = useWords()
  const blockedReason = useBlocked(me)
  const consequence = useConsequence(useShare())
  return actionsOf(channel).map((name) => {
    const blocked = blockedReason(name, channel)
    const [version = ''] = versionsFor(name, channel)
    const choice = { version, weight: channel.weight, isForced: false }
    // On a screen without a pointer nothing hovers: a press says it.
    const explain = (reason: string) => void toast(reason, { id: 'blocked' })
    return (
      // Whoever has paused finds the focus on Resume.
      <Tooltip
        key={name === 'resume' ? 'pause' : name}
        text={blocked ?? consequence(name, channel, choice)}
      >
        <Button
          variant={name === 'advance' && blocked === undefined ? 'primary' : 'secondary'}
          aria-disabled={blocked !== undefined || undefined}
          onClick={() => (blocked === undefined ? onAsk(name) : explain(blocked))}
        >
          {say('actionName', { action: name })}
        </Button>
      </Tooltip>
    )
  })
}
