import { findProgram } from './find-program.ts'
import { runStreamed } from './run.ts'

const env = { DEBIAN_FRONTEND: 'noninteractive' }

/** Whether this process may install packages of Debian or Ubuntu. */
export const canInstall = (): boolean =>
  process.getuid?.() === 0 && findProgram(['apt-get']) !== undefined

/** Installs a package of the system; whether it worked is for the caller to see. */
export async function install(name: string): Promise<void> {
  await runStreamed({ file: 'apt-get', args: ['update', '-qq'], env })
  await runStreamed({
    file: 'apt-get',
    args: ['install', '-y', '-qq', '--no-install-recommends', name],
    env,
  })
}
