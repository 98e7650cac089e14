import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

import { print } from './terminal.ts'

export const programOf = (name: string): string => `/usr/bin/${name}`

export function isDebian(): boolean {
  const file = '/etc/os-release'
  return existsSync(file) && /^ID=debian$/m.test(readFileSync(file, 'utf8'))
}

/** Installs the packages whose programs are missing, as root; throws one sentence if some still are. */
export function installPackages(packages: Record<string, string>, hint = ''): void {
  const findMissing = () =>
    Object.entries(packages)
      .filter(([program]) => !existsSync(programOf(program)))
      .map(([, name]) => name)
  const names = findMissing().join(' ')
  if (names === '') return
  if (isDebian() && process.getuid?.() === 0) {
    print(`Installing ${names}`)
    apt('update')
    apt('install', '--no-install-recommends', ...findMissing())
  }
  if (findMissing().length > 0)
    throw new Error(`The browser tests need ${names}: run "apt install ${names}" as root${hint}.`)
}

function apt(...args: string[]): void {
  spawnSync('apt-get', [...args, '-y', '-qq'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}
