import type { Job } from '@errand/contract/jobs'

import type { FieldState, TurnRequest } from '../ai/turn.ts'
import { metaOf, type Collected } from '../form-data/collected.ts'

/** How far a chat is with each of its fields, as a provider is told it. */
export const fieldStatesOf = (collected: Collected): FieldState[] =>
  collected.fields.map((field) => {
    const { key } = field
    const meta = metaOf(collected, key)
    const attempts = meta?.attempts ?? 0
    const problem = meta?.error === undefined ? {} : { problem: meta.error }
    if (Object.hasOwn(collected.values, key)) {
      const state = meta?.source === 'owner' ? 'locked' : 'answered'
      return { field, state, value: collected.values[key], attempts, ...problem }
    }
    return { field, state: meta?.error === undefined ? 'missing' : 'invalid', attempts, ...problem }
  })

/** All is there, but the contact has not said yet that it is right. */
export const isWhole = ({ status }: Pick<Collected, 'status'>): boolean =>
  status === 'complete' || status === 'corrected'

/** He can only say so of what he was shown: the owner may have filled something in since. */
export const phaseOf = (
  collected: Pick<Collected, 'status'>,
  { confirmAtEnd }: Pick<Job['behaviour'], 'confirmAtEnd'>,
  isShown: boolean,
): TurnRequest['phase'] =>
  isWhole(collected) && confirmAtEnd && isShown ? 'confirming' : 'collecting'
