import type { ProxySubject } from './proxy-subject.fixture.ts'
import { describeCompression } from './suite-compression.fixture.ts'

/** Registers the tests of plugins over HTTP that every transport passes. */
export function describePlugins(subject: ProxySubject): void {
  describeCompression(subject)
}
