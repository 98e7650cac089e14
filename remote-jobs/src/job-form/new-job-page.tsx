import { PageHeader } from '@errand/shared-ui'
import { useNavigate } from 'react-router-dom'

import { useDocumentTitle } from '../pane/use-document-title.ts'
import { JobForm } from './job-form.tsx'

/** A job that does not exist yet. */
export function NewJobPage() {
  useDocumentTitle('New job')
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title="New job"
        description="Say what the assistant should do, and which answers you need."
      />
      <JobForm
        job={undefined}
        onSaved={(job) => void navigate(`../${job.id}/edit`, { replace: true })}
      />
    </>
  )
}
