import { describeAttempts } from '../suite/parts/attempts.fixture.ts'
import { describeBackend } from '../suite/parts/backend.fixture.ts'
import { describeBodies } from '../suite/parts/bodies.fixture.ts'
import { describeFaults } from '../suite/parts/faults.fixture.ts'
import type { ProxySubject } from '../suite/proxy-subject.fixture.ts'
import { certificates } from '../suite/scene/certificates.fixture.ts'
import { bridgeToHttp2 } from './http2-bridge.fixture.ts'
import { listen } from './listen.ts'

const tls = { cert: certificates.server, key: certificates.serverKey }

const subject: ProxySubject = {
  name: 'HTTP/2',
  isRaw: true,
  open: async (gateway) => bridgeToHttp2(await listen(gateway, { host: '127.0.0.1', tls, h2: true })),
}

// What clients of HTTP/1 send is about HTTP/1; `http2.test.ts` has the tests of HTTP/2.
describeBackend(subject)
describeBodies(subject)
describeFaults(subject)
describeAttempts(subject)
