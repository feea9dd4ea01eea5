import { describeAttempts } from './parts/attempts.fixture.ts'
import { describeBackend } from './parts/backend.fixture.ts'
import { describeBodies } from './parts/bodies.fixture.ts'
import { describeFaults } from './parts/faults.fixture.ts'
import { describeHealing } from './parts/healing.fixture.ts'
import { describeInbound } from './parts/inbound.fixture.ts'
import { describeMoving } from './parts/moving.fixture.ts'
import type { ProxySubject } from './proxy-subject.fixture.ts'

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
