import type { CauseId } from '@signalbox/core/gateway'
import type { Consumer, Denied } from '../plugin-api/exchange.ts'

/** What a look for credentials of one kind found: none, invalid ones, or the consumer that they prove. */
export type Identified<Id extends string = CauseId> = undefined | Denied<Id> | Consumer
