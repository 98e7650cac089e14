import { engineProject } from './test/engine-project.ts'

export default engineProject('postgres')
