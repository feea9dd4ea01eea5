import type { ProxySubject } from './proxy-subject.fixture.ts'
import { describeCache } from './suite-cache.fixture.ts'
import { describeCaptures } from './suite-captures.fixture.ts'
import { describeCompression } from './suite-compression.fixture.ts'
import { describeConsumers } from './suite-consumers.fixture.ts'
import { describeDocuments } from './suite-documents.fixture.ts'
import { describeGates } from './suite-gates.fixture.ts'
import { describeLifecycle } from './suite-lifecycle.fixture.ts'
import { describeLimits } from './suite-limits.fixture.ts'
import { describeObserving } from './suite-observing.fixture.ts'
import { describeRollouts } from './suite-rollouts.fixture.ts'
import { describeScripts } from './suite-scripts.fixture.ts'
import { describeTracing } from './suite-tracing.fixture.ts'
import { describeWorkflows } from './suite-workflows.fixture.ts'

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
