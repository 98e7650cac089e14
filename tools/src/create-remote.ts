import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import { installRemote, newRemote, writeRemote } from './create-remote/new-remote.ts'
import { root } from './root.ts'
import { printError, messageOf, progress, print, table } from './terminal.ts'

const usage = `Usage: pnpm create-remote <name> [--label <text>] [--icon <lucide icon>]

  pnpm create-remote reports
  pnpm create-remote sales-reports --label Sales --icon chart-column`

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { label: { type: 'string' }, icon: { type: 'string' }, help: { type: 'boolean' } },
  })
  const [name, ...more] = positionals
  if (values.help === true) print(usage)
  else if (name === undefined || more.length > 0) throw new Error(usage)
  else await create({ ...values, name })
  process.exit(0)
} catch (error) {
  printError(messageOf(error))
  process.exit(1)
}

async function create(wish: Parameters<typeof newRemote>[1]): Promise<void> {
  const remote = newRemote(root, wish)
  const folder = writeRemote(root, remote)
  progress(`${basename(folder)} written`)
  await installRemote(root, folder)
  progress('packages installed')
  const app = basename(folder)
  print(`\n${remote.label} is at /${remote.name} the next time the product starts.`)
  print(
    table([
      ['npm start', 'the whole product, with this remote in it'],
      ['npm run dev', 'the same with hot reload'],
      [`npx pnpm unit --project ${app}`, 'its tests'],
      [`${app}/src/routes.tsx`, 'where its pages begin'],
    ]),
  )
}
