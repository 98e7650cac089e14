import { isPreview } from '../releases/preview.ts'
import { appAnswer } from './answers.ts'
import { CommandError } from './errors.ts'
import type { Session } from './session.ts'

/** The newest release of an app whose files are there, and that is no preview. */
export async function newestRelease(
  { registry }: Session,
  app: string,
): Promise<string | undefined> {
  const { releases } = await registry.get(`/apps/${app}`, appAnswer)
  return releases.find(({ deletedAt, version }) => deletedAt === null && !isPreview(version))
    ?.version
}

/** `latest` is the newest release. */
export async function resolveVersion(
  session: Session,
  app: string,
  version: string,
): Promise<string> {
  if (version !== 'latest') return version
  const newest = await newestRelease(session, app)
  if (newest !== undefined) return newest
  throw new CommandError(
    'refused',
    `${app} has no release; publish one: npx pnpm errand release ${app}`,
  )
}
