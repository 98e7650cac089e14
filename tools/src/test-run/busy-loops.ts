import { spawn } from 'node:child_process'

/** Keeps this many processes busy until they are stopped: what other programs do to a machine. */
export function startBusyLoops(count: number): { stop: () => void } {
  const loops = Array.from({ length: count }, () =>
    // It ends with its parent too, which closes its standard input.
    spawn(process.execPath, ['-e', busy], { stdio: ['pipe', 'ignore', 'ignore'] }),
  )
  return {
    stop: () => {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}

const busy = `
process.stdin.resume().on('end', () => process.exit())
const spin = () => {
  const end = performance.now() + 100
  while (performance.now() < end);
  setImmediate(spin)
}
spin()`
