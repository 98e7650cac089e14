import { runProgram } from '../platform/program.ts'
import { startRegistry } from './start-registry.ts'

await runProgram(() => startRegistry(process.env))
