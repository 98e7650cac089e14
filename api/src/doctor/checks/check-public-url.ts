import { askFor, type Checkup } from '../checkup.ts'
import { failed, ok, warning, type Verdict } from '../finding.ts'

const localNames = /^(localhost|127\.|\[::1\]|10\.|192\.168\.)/

/** Whether people and providers reach the product where it says that it is. */
export async function checkPublicUrl({ settings, ask }: Checkup): Promise<Verdict> {
  const { publicUrl } = settings
  const { protocol, hostname } = new URL(publicUrl)
  const answer = await askFor(ask, `${publicUrl}/api/readyz`)
  if (answer === undefined) {
    return failed(
      `Nothing answers at ${publicUrl}; start the edge, and let the name and the certificate lead to it.`,
    )
  }
  if (answer.status === 503) {
    const { meta } = answer.document
    return failed(
      `The api behind ${publicUrl} is not ready: ${JSON.stringify(Object(meta).parts)}.`,
    )
  }
  if (answer.status !== 200 || answer.document['status'] !== 'ok') {
    return failed(
      `What answers at ${publicUrl} is not this product (${answer.status}); check PUBLIC_URL, and that /api is passed on.`,
    )
  }
  if (localNames.test(hostname)) {
    return warning(
      `The product answers at ${publicUrl}, which is this machine or its network: no provider reaches its webhooks there.`,
    )
  }
  return protocol === 'https:'
    ? ok(`The product answers at ${publicUrl}.`)
    : failed(`${publicUrl} is not secure; providers call webhooks by https alone.`)
}
