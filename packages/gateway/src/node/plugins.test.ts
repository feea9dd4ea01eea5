import { describePlugins } from '../suite/plugins-suite.fixture.ts'
import { listen } from './listen.ts'

describePlugins({ name: 'Node', isRaw: true, open: (gateway) => listen(gateway, { host: '127.0.0.1' }) })
