import { testKilledWorkers } from '../../test/killed-workers.ts'

// One of each kind: before the model has answered, and either side of the provider's word.
testKilledWorkers({ states: ['thinking', 'before sending', 'after sending'] })
