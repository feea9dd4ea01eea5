import { describeCache } from './parts/cache.fixture.ts'
import { describeCaptures } from './parts/captures.fixture.ts'
import { describeCompression } from './parts/compression.fixture.ts'
import { describeConsumers } from './parts/consumers.fixture.ts'
import { describeDocuments } from './parts/documents.fixture.ts'
import { describeGates } from './parts/gates.fixture.ts'
import { describeLifecycle } from './parts/lifecycle.fixture.ts'
import { describeLimits } from './parts/limits.fixture.ts'
import { describeObserving } from './parts/observing.fixture.ts'
import { describeRollouts } from './parts/rollouts.fixture.ts'
import { describeScripts } from './parts/scripts.fixture.ts'
import { describeTracing } from './parts/tracing.fixture.ts'
import { describeWorkflows } from './parts/workflows.fixture.ts'
import type { ProxySubject } from './proxy-subject.fixture.ts'

/** Registers the tests of plugins over HTTP that every transport passes. */
export function describePlugins(subject: ProxySubject): void {
  describeLimits(subject)
  describeLifecycle(subject)
  describeRollouts(subject)
  describeCache(subject)
  describeCompression(subject)
  describeConsumers(subject)
  describeObserving(subject)
  describeGates(subject)
  describeWorkflows(subject)
  describeTracing(subject)
  describeDocuments(subject)
  describeScripts(subject)
  describeCaptures(subject)
}
