import { execFile } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

import { CreateRemoteError } from './new-remote.ts'

/** Installs what the new package needs, and gives its files the form that the format check wants. */
export async function installRemote(root: string, folder: string): Promise<void> {
  const install = ['install', '--no-frozen-lockfile', '--prefer-offline']
  await expectSuccess(root, 'pnpm', install)
  await expectSuccess(root, 'oxfmt', [folder])
}

async function expectSuccess(cwd: string, file: string, args: string[]): Promise<void> {
  // Its own programs: a copy of the repository has installed them itself.
  const PATH = [join(cwd, 'node_modules', '.bin'), process.env['PATH']].join(delimiter)
  try {
    await promisify(execFile)(file, args, { cwd, env: { ...process.env, PATH } })
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new CreateRemoteError(`"${[file, ...args].join(' ')}" failed:\n${stdout}${stderr}`, {
      cause,
    })
  }
}
