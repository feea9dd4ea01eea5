import type { ProxySubject } from './proxy-subject.fixture.ts'
import { describeAttempts } from './suite-attempts.fixture.ts'
import { describeBackend } from './suite-backend.fixture.ts'
import { describeBodies } from './suite-bodies.fixture.ts'
import { describeFaults } from './suite-faults.fixture.ts'
import { describeHealing } from './suite-healing.fixture.ts'
import { describeInbound } from './suite-inbound.fixture.ts'
import { describeMoving } from './suite-moving.fixture.ts'

/** Registers the tests that every transport passes. */
export function describeProxy(subject: ProxySubject): void {
  describeInbound(subject)
  describeBackend(subject)
  describeBodies(subject)
  describeFaults(subject)
  describeAttempts(subject)
  describeMoving(subject)
  describeHealing(subject)
}
