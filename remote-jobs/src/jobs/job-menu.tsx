import type { JobSummary } from '@errand/contract/jobs'
import { useFlag } from '@errand/shared-auth'
import { IconButton, Menu, type MenuEntry } from '@errand/shared-ui'
import { ChartColumn, Copy, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { CloseChatsDialog } from './close-chats-dialog.tsx'
import { useDeleteJob } from './use-delete-job.ts'
import { useWords } from './words/words.ts'

/** What else can be done with a job of the list. */
export function JobMenu({ job }: { job: JobSummary }) {
  const say = useWords()
  const navigate = useNavigate()
  const canCopy = useFlag('job-copy')
  const deletion = useDeleteJob(job)
  const go = (to: string) => void navigate(to)
  const entries: MenuEntry[] = [
    { label: say('edit'), icon: <Pencil size={16} />, onSelect: () => go(`${job.id}/edit`) },
    {
      label: say('analytics'),
      icon: <ChartColumn size={16} />,
      onSelect: () => go(`${job.id}/analytics`),
    },
    ...(canCopy
      ? [
          {
            label: say('copy'),
            icon: <Copy size={16} />,
            onSelect: () => go(`new?copy=${job.id}`),
          },
        ]
      : []),
    'separator',
    { label: say('delete'), icon: <Trash2 size={16} />, tone: 'danger', onSelect: deletion.remove },
  ]
  return (
    <>
      <Menu
        label={say('actionsOf', { name: job.name })}
        entries={entries}
        trigger={
          <IconButton
            size="small"
            label={say('actionsOf', { name: job.name })}
            icon={<Ellipsis size={16} />}
          />
        }
      />
      <CloseChatsDialog job={job} deletion={deletion} />
    </>
  )
}
