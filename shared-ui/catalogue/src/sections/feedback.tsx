import { Button, EmptyState, ErrorState, Notice, Skeleton } from '../../../src/index.ts'
import { Grid, Specimen } from '../specimen.tsx'

/** What stands where something is missing or worth knowing. */
export const Feedback = () => (
  <>
    <Grid>
      <EmptyState
        title="No chats yet"
        description="When somebody writes to your number, the conversation appears here and the assistant answers."
        action={<Button variant="primary">Send yourself a test</Button>}
      />
      <ErrorState
        title="Your invoices could not be loaded"
        detail="Nothing is lost. Try again in a moment."
        onRetry={() => undefined}
        traceId="0af7651916cd43dd8448eb211c80319c"
      />
    </Grid>
    <Grid>
      <Specimen title="Notices">
        <Notice title="Trial ends in 7 days" actions={<Button size="small">Choose a pack</Button>}>
          Your assistant keeps answering until then.
        </Notice>
        <Notice tone="success" onDismiss={() => undefined}>
          The test message arrived.
        </Notice>
        <Notice tone="warning" title="This number has to be connected again" />
        <Notice tone="danger">Messages cannot be sent: the token has expired.</Notice>
      </Specimen>
      <Specimen title="Skeletons">
        <Skeleton label="Loading" shape="text" rows={3} />
        <Skeleton label="Loading" shape="tiles" rows={2} />
        <Skeleton label="Loading" rows={1} />
      </Specimen>
    </Grid>
  </>
)
