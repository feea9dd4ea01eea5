import { commitFunctions } from './commits.ts'
import { eventTables } from './events.ts'
import { indexTables } from './indexes.ts'
import { limitTables } from './limits.ts'
import { recordTables } from './records.ts'

/** The first version of the schema. It creates everything, in this order. */
export const firstSchema = (schema: string): string =>
  [recordTables, eventTables, commitFunctions, indexTables, limitTables].map((part) => part(schema)).join('\n')
