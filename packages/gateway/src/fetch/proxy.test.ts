import { describeProxy } from '../suite/proxy-suite.fixture.ts'
import { openFetch } from '../suite/scene/fetch-host.fixture.ts'

describeProxy({ name: 'fetch', isRaw: false, open: openFetch })
