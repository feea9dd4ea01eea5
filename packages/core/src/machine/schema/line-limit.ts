import { type Limit, type LimitName, type Limits, limitOf } from './limits.ts'

/** The limit of a line. A line may hold an API with its deployment authors and the document it was imported from. */
export function lineLimitOf(limits: Limits, name: LimitName | number): Limit {
  const { bytes, wayOut } = limitOf(limits, name)
  return { bytes: name === 'apiBodyLimit' ? 2 * bytes + 65_536 : bytes, wayOut }
}
