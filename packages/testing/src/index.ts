export type { ApiPorts, ApiSubject, FlagsSubject } from './api/api-test.ts'
export { createTestBox, type TestBox, type TestBoxOptions, type TimeTravel } from './create-test-box.ts'
export { type ApiPart, type ApiSuiteOptions, describeApi, describeFlagsApi, type FlagsPart } from './describe-api.ts'
export { describeRaces, type RaceOptions } from './describe-races.ts'
export { describeSink } from './describe-sink.ts'
export { describeStore, type StoreSuiteOptions } from './describe-store.ts'
export { type FixedClock, fixedClock } from './fixed-clock.ts'
export {
  type AfterEach,
  createTestFlags,
  type FeatureForTest,
  type FeaturesForTest,
  type FlagsForTest,
  type InitialFlags,
  type Recorded,
  type TestFlags,
  type TestFlagsOptions,
} from './flags/index.ts'
export type { Moment } from './moment.ts'
export { seededRandom } from './seeded-random.ts'
export { type MemoryDestination, memoryDestination } from './sink/memory-destination.ts'
export type { SinkHarness, SinkRecord, SinkSuiteOptions } from './sink/sink-test.ts'
