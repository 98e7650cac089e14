import { startEdge } from './edge/start-edge.ts'
import { runProgram } from './platform/program.ts'
import { startRegistry } from './registry/start-registry.ts'

// The registry and an edge of one machine in one process: a second one would take 50 MB.
await runProgram(async () => {
  const stopRegistry = await startRegistry(process.env)
  const stopEdge = await startEdge(process.env)
  return async () => {
    // The edge has a last report for the registry.
    await stopEdge()
    await stopRegistry()
  }
})
