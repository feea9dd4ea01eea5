export type { AfterEach } from './automatic-reset.ts'
export { createTestFlags, type Recorded, type TestFlags, type TestFlagsOptions } from './create-test-flags.ts'
export type { FeatureForTest, FeaturesForTest, FlagsForTest, InitialFlags, SegmentForTest } from './initial-flags.ts'
