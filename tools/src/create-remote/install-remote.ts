import { runCaptured } from '../test-run/run.ts'
import { CreateRemoteError } from './new-remote.ts'

/** Installs what the new package needs, and gives its files the form that the format check wants. */
export async function installRemote(root: string, folder: string): Promise<void> {
  const install = ['install', '--no-frozen-lockfile', '--prefer-offline']
  await expectSuccess(root, 'pnpm', install)
  await expectSuccess(root, 'oxfmt', [folder])
}

async function expectSuccess(cwd: string, file: string, args: string[]): Promise<void> {
  const { code, output } = await runCaptured({ file, args, cwd })
  if (code !== 0) throw new CreateRemoteError(`"${[file, ...args].join(' ')}" failed:\n${output}`)
}
