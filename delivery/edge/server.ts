import { runProgram } from '../platform/program.ts'
import { startEdge } from './start-edge.ts'

await runProgram(() => startEdge(process.env))
