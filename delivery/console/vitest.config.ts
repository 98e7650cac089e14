import { browserProject } from '../../tools/vitest/project.ts'

export default browserProject('console', ['./src/testing/setup.ts'])
