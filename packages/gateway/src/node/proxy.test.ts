import { describeProxy } from '../suite/proxy-suite.fixture.ts'
import { listen } from './listen.ts'

describeProxy({ name: 'Node', isRaw: true, open: (gateway) => listen(gateway, { host: '127.0.0.1' }) })
