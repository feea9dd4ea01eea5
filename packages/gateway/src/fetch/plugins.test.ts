import { openFetch } from '../fetch-host.fixture.ts'
import { describePlugins } from '../plugins-suite.fixture.ts'

describePlugins({ name: 'fetch', isRaw: false, open: openFetch })
