import { LoadingView } from '@errand/shared-ui'

/** The full screen while it is not yet known who uses the page. */
export function StartingView() {
  return <LoadingView title="Loading Errand">AI-powered WhatsApp Assistant</LoadingView>
}
