import type { ChatSession } from '@errand/contract/chats/session'
import { Checkbox } from '@errand/shared-ui'

import { contactName } from '../chats/contact-name.ts'
import { useWords } from '../words/words.ts'

interface SelectBoxProps {
  session: ChatSession
  isSelected: boolean
  onSelect: (id: string, isRange: boolean) => void
}

/** Chooses one chat of the list. */
export function SelectBox({ session, isSelected, onSelect }: SelectBoxProps) {
  const say = useWords()
  return (
    <Checkbox
      isLabelHidden
      label={say('selectOf', { name: contactName(session.contact) })}
      checked={isSelected}
      onChange={() => onSelect(session.id, false)}
    />
  )
}
