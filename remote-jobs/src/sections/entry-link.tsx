import { paths } from '@errand/contract/paths'
import { profileQuery } from '@errand/shared-auth'
import { IconButton, TextField, TextLink } from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { useWords } from './words/words.ts'

/** The link that begins a chat with the job, ready to be copied. */
export function EntryLink({ code }: { code: string }) {
  const say = useWords()
  const { data } = useQuery(profileQuery())
  const [copied, setCopied] = useState('')
  if (data === undefined || code.trim() === '') return null
  const digits = data.settings.whatsapp.displayPhone.replace(/\D/g, '')
  if (digits === '') {
    return (
      <p>
        {say('noNumber')} <TextLink to={`${paths.settings}#whatsapp`}>{say('setNumber')}</TextLink>
      </p>
    )
  }
  const link = `https://wa.me/${digits}?text=${encodeURIComponent(code.trim())}`
  // Without a secure origin or permission it is copied by hand.
  const copy = () =>
    void navigator.clipboard
      ?.writeText(link)
      .then(() => setCopied(link))
      .catch(() => undefined)
  const isCopied = copied === link
  const Sign = isCopied ? Check : Copy
  return (
    <TextField
      readOnly
      dir="ltr"
      label={say('entryLink')}
      hint={say('entryLinkHint')}
      value={link}
      onFocus={({ target }) => target.select()}
      end={
        <IconButton
          size="small"
          label={say(isCopied ? 'linkCopied' : 'copyLink')}
          icon={<Sign size={16} aria-hidden />}
          onClick={copy}
        />
      }
    />
  )
}
