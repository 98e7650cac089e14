import { isPreview } from '../releases/preview.ts'
import { appAnswer } from './answers.ts'
import { CommandError } from './errors.ts'
import type { Session } from './session.ts'

/** `latest` is the newest release whose files are there, and that is no preview. */
export async function resolveVersion(
  { registry }: Session,
  app: string,
  version: string,
): Promise<string> {
  if (version !== 'latest') return version
  const { releases } = await registry.get(`/apps/${app}`, appAnswer)
  const newest = releases.find(
    (release) => release.deletedAt === null && !isPreview(release.version),
  )
  if (newest !== undefined) return newest.version
  throw new CommandError(
    'refused',
    `${app} has no release; publish one: npx pnpm errand release ${app}`,
  )
}
