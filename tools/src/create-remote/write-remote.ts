import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { NewRemote } from './new-remote.ts'

// Not by their real names: no check of this repository is meant to look at them.
const templates = join(import.meta.dirname, '..', '..', 'templates', 'remote')
const suffix = '.template'

/** Writes the files of a remote below the root; answers its folder. */
export function writeRemote(root: string, remote: NewRemote): string {
  const folder = join(root, `remote-${remote.name}`)
  for (const template of globSync(`**/*${suffix}`, { cwd: templates })) {
    const target = join(folder, template.slice(0, -suffix.length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, filled(readFileSync(join(templates, template), 'utf8'), remote))
  }
  return folder
}

/** `{{label}}` is the remote's label, and so on. */
const filled = (text: string, remote: NewRemote): string =>
  text.replaceAll(/\{\{(name|label|icon|order)\}\}/g, (_, key: keyof NewRemote) =>
    String(remote[key]),
  )
