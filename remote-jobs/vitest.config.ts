import { browserProject, pageSetup } from '../tools/vitest/project.ts'

export default browserProject('remote-jobs', [...pageSetup, './src/testing/setup.ts'])
