import { openFetch } from '../fetch-host.fixture.ts'
import { describeProxy } from '../proxy-suite.fixture.ts'

describeProxy({ name: 'fetch', isRaw: false, open: openFetch })
