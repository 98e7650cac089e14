import { nodeProject } from '../tools/vitest/project.ts'

export default nodeProject('contract')
