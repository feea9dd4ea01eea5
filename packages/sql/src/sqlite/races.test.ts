import { describeRaces } from '@signalbox/testing'
import { openSqlite } from './open.ts'

describeRaces('on SQLite', () => openSqlite(':memory:'))
