import { paths } from '@errand/contract/paths'
import { buttonClass, EmptyState, PageHeader } from '@errand/shared-ui'
import { Link } from 'react-router-dom'

/** The inbox, before there is anything in it. */
export function ChatsPage() {
  return (
    <>
      <PageHeader
        title="Chats"
        description="Every conversation the assistant has, and where it needs you."
      />
      <EmptyState
        title="No conversations yet"
        description="Conversations with your customers will appear here once a WhatsApp number is connected. Until then, write what the assistant should do."
        action={
          <Link className={buttonClass('primary')} to={paths.jobs.list}>
            Go to jobs
          </Link>
        }
      />
    </>
  )
}
