import { memoryStore } from '@signalbox/core'
import { describeRaces } from './describe-races.ts'

describeRaces('in memory', memoryStore)
