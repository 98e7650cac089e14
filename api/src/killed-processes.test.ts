import { killProcesses } from '../test/killed-processes.ts'

killProcesses(3)
