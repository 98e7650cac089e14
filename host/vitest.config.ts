import { browserProject, pageSetup } from '../tools/vitest/project.ts'

export default browserProject('host', [...pageSetup, './src/testing/setup.ts'])
