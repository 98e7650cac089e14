import { apiHealthSchema } from '@errand/contract/api-contract'

import type { Release } from '../releases/release.ts'
import type { Session } from './session.ts'

/** Says when the api behind the edge is older than the one that a release was built for. */
export async function warnOfApi({ edgeUrl, output }: Session, release: Release): Promise<void> {
  const { app, version, api } = release
  const served = await contractBehind(edgeUrl)
  if (api === undefined || served === undefined || api <= served) return
  output.progress(
    `${app} ${version} needs the api of ${api}, and ${edgeUrl} has the one of ${served}: nobody is given this release before a newer api is there.`,
  )
}

async function contractBehind(edgeUrl: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${edgeUrl}/api/healthz`)
    return apiHealthSchema.parse(await answer.json()).contract
  } catch {
    // A release can be published while no edge is up.
    return undefined
  }
}
