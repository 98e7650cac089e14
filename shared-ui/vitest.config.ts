import { browserProject } from '../tools/vitest/project.ts'

export default browserProject('shared-ui', ['./src/testing/setup.ts'])
