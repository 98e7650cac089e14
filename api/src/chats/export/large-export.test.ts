import { testLargeExport } from '../../../test/large-export.ts'

testLargeExport([1, 0, 499, 2, 3_400, 3, 1_095])
