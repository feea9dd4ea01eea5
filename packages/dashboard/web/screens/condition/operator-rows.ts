import type { OperatorName } from '@signalbox/core/evaluate'

/** The control in which the value of an operator is typed. */
export type ValueInput = 'scalar' | 'text' | 'pattern' | 'number' | 'date' | 'version' | 'network' | 'none'

interface OperatorRow {
  /** What stands between the attribute and the value. */
  readonly label: string
  readonly input: ValueInput
  /** Whether case can be ignored. */
  readonly takesIgnoreCase?: boolean
}

/** The operators in the order of the core, in words. */
export const operatorRows = {
  is: { label: 'is', input: 'scalar', takesIgnoreCase: true },
  startsWith: { label: 'starts with', input: 'text', takesIgnoreCase: true },
  endsWith: { label: 'ends with', input: 'text', takesIgnoreCase: true },
  contains: { label: 'contains', input: 'text', takesIgnoreCase: true },
  matches: { label: 'matches', input: 'pattern' },
  lessThan: { label: 'is less than', input: 'number' },
  atMost: { label: 'is at most', input: 'number' },
  atLeast: { label: 'is at least', input: 'number' },
  moreThan: { label: 'is more than', input: 'number' },
  before: { label: 'is before', input: 'date' },
  after: { label: 'is after', input: 'date' },
  versionBelow: { label: 'is a version below', input: 'version' },
  versionAtLeast: { label: 'is a version from', input: 'version' },
  versionIs: { label: 'is the version', input: 'version' },
  inNetwork: { label: 'is in the network', input: 'network' },
  exists: { label: 'is present', input: 'none' },
  missing: { label: 'is missing', input: 'none' },
} satisfies Readonly<Record<OperatorName, OperatorRow>>

/** The row of an operator; one for text if a later version has it. */
export const rowOf = (operator: OperatorName): OperatorRow =>
  (operatorRows as Partial<Record<OperatorName, OperatorRow>>)[operator] ?? { label: operator, input: 'text' }

/** An example of a value, shown while there is none. */
export const placeholders: Readonly<Record<ValueInput, string>> = {
  scalar: 'value',
  text: 'text',
  pattern: '^shop-\\d+',
  number: '18',
  date: '',
  version: '3.1.0',
  network: '10.0.0.0/8',
  none: '',
}
