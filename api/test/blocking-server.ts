import { writeSync } from 'node:fs'

// The api with a planted fault: a body says for how long the event loop is blocked by parsing it.
const { parse } = JSON

function blockEventLoop(ms: number): void {
  writeSync(1, `${JSON.stringify({ blockMs: ms })}\n`)
  let last = performance.now()
  for (let passed = 0; passed < ms;) {
    const now = performance.now()
    // What the process was suspended for does not count.
    passed += Math.min(now - last, 100)
    last = now
  }
}

JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
  const [, ms] = /^\{"blockMs":(\d+)\}$/.exec(text) ?? []
  if (ms !== undefined) blockEventLoop(Number(ms))
  return parse(text, reviver)
}

// After the fault is planted.
await import('../src/app/server.ts')
