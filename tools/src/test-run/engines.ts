import type { Counts } from './counts.ts'
import { ensurePostgres } from './postgres.ts'
import { runVitest } from './steps.ts'

/** Runs projects that exist once for each database engine. */
export async function runEngines(
  name: string,
  projects: string[],
  files: string[] = [],
): Promise<Counts> {
  await ensurePostgres()
  return runVitest(name, projects, files)
}
