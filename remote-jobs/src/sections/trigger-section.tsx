import { paths } from '@errand/contract/paths'
import { plainText } from '@errand/contract/visible-text'
import { profileQuery } from '@errand/shared-auth'
import {
  Card,
  RadioCard,
  RadioCards,
  SelectField,
  TextField,
  TextLink,
  VisuallyHidden,
} from '@errand/shared-ui'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { ChipsField, Options, useControls } from '../inputs/controls.tsx'
import type { JobFormValues } from '../job-draft/job-values.ts'
import { useWords } from '../job-draft/words/words.ts'
import { ChatLink } from '../jobs/chat-link.tsx'
import { ProblemCount } from './problem-count.tsx'

const types = [
  ['default', 'defaultHint'],
  ['keyword', 'keywordHint'],
  ['link', 'linkHint'],
] as const
const matches = ['contains', 'exact', 'starts_with'] as const

/** When a chat starts with the job. */
export const TriggerSection = memo(function TriggerSection({ isSaved }: { isSaved: boolean }) {
  const say = useWords()
  const { control } = useFormContext<JobFormValues>()
  const bind = useControls('trigger')
  const [type, code] = useWatch({ control, name: ['trigger.type', 'trigger.code'] })
  const { error, ...radio } = bind('trigger.type')
  return (
    <Card title={say('trigger')} description={<ProblemCount section="trigger" isSaved={isSaved} />}>
      <RadioCards
        look="row"
        legend={<VisuallyHidden>{say('triggerHint')}</VisuallyHidden>}
        error={error}
      >
        {types.map(([value, hint]) => (
          <RadioCard
            key={value}
            value={value}
            label={say(value)}
            description={say(hint)}
            {...radio}
          />
        ))}
      </RadioCards>
      {type === 'keyword' && (
        <>
          <ChipsField
            name="trigger.keywords"
            label={say('keywords')}
            hint={say('keywordsHint')}
            limit={20}
            maxLength={60}
          />
          <SelectField label={say('match')} {...bind('trigger.match')}>
            <Options of={matches.map((match) => [match, say(match)])} />
          </SelectField>
        </>
      )}
      {type === 'link' && (
        <>
          <TextField
            label={say('code')}
            hint={say('codeHint')}
            maxLength={60}
            {...bind('trigger.code')}
          />
          <EntryLink code={code} />
        </>
      )}
    </Card>
  )
})

/** The link that starts a chat with the job, to copy or to print. */
function EntryLink({ code }: { code: string }) {
  const say = useWords()
  const { data } = useQuery(profileQuery())
  const text = plainText(code)
  if (data === undefined || text === '') return null
  const { whatsapp } = data.settings
  const hasNumber = whatsapp.provider === 'cloud_api' && whatsapp.chatLink !== ''
  return (
    <>
      {!hasNumber && (
        <p>
          <span>{say('noNumber')}</span>{' '}
          <TextLink to={`${paths.settings}#whatsapp`}>{say('setNumber')}</TextLink>
        </p>
      )}
      <ChatLink {...{ whatsapp, text }} label={say('entryLink')} hint={say('entryLinkHint')} />
    </>
  )
}
