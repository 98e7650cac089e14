import { testLargeExport } from '../../../test/large-export.ts'

testLargeExport([1, 0, 499, 2, 17_000, 3, 2_495])
