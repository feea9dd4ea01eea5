import { describePlugins } from '../suite/plugins-suite.fixture.ts'
import { openFetch } from '../suite/scene/fetch-host.fixture.ts'

describePlugins({ name: 'fetch', isRaw: false, open: openFetch })
