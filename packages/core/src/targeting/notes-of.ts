import { isObject, own } from '../machine/json/json.ts'
import { parseMinutes } from '../machine/time/time.ts'
import { isFlag } from './flag-ids.ts'
import { conditionsIn, type Referrer } from './target.ts'

/** What is noted of a record: it is valid, but hardly what was meant. */
export interface RecordNote {
  readonly message: string
  /** The JSON pointer of what it is about; none if that is the id. */
  readonly pointer?: string
}

/** Whether a stored record may have notes, by its id and its JSON: most need not be parsed. */
export const mayHaveNotes = (id: string, json: string): boolean => RISKY.test(id) || HOURS.test(json)

/** The notes on a stored record, which may be any value. */
export const notesOf = ({ kind, id }: Referrer, record: unknown): readonly RecordNote[] => [
  ...((kind === 'feature' || kind === 'config') && isFlag(kind, record) ? idNotes(id) : []),
  ...(kind === 'feature' ? strategyNotes(record) : []),
  ...conditionsIn(record).flatMap(({ condition, place }) => windowNotes(condition, place)),
]

/** A segment by which programs that nest flags may reach the prototype of their objects. */
const RISKY = /(?:^|:)(__proto__|constructor|prototype)(?:$|:)/
const HOURS = /"(?:HOUR_RANGE|endTime)"/

function idNotes(id: string): readonly RecordNote[] {
  if (id === '__proto__')
    return [
      {
        message:
          'The official OFREP web client keeps flags as members of an object, whose prototype this id replaces: the client then reports flags that do not exist. Choose another id',
      },
    ]
  const segment = RISKY.exec(id)?.[1]
  if (segment === undefined) return []
  return [
    {
      message: `JavaScript that nests flags by the segments of their ids may reach the prototype of its objects by the segment ${segment}: choose another segment`,
    },
  ]
}

function strategyNotes(record: unknown): readonly RecordNote[] {
  const parameters = isObject(record) && own(record, 'activationStrategy') === 'HOUR_RANGE' && own(record, 'parameters')
  if (!isObject(parameters) || !isSameTime(own(parameters, 'startDate'), own(parameters, 'endDate'))) return []
  return [
    {
      pointer: '/parameters/endDate',
      message:
        'The range ends when it starts, so it is empty and the feature is never active: change one of the hours, or use NO_STRATEGY for the whole day',
    },
  ]
}

/** The notes on the windows of time in a condition. */
function windowNotes(condition: unknown, place: string): readonly RecordNote[] {
  const notes: RecordNote[] = []
  const open: (readonly [node: unknown, place: string])[] = [[condition, place]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, at] = next
    if (!isObject(node)) continue
    if (isEmptyWindow(own(node, 'time')))
      notes.push({
        pointer: `${at}/time/endTime`,
        message:
          'The window ends when it starts, so it is empty and the condition is never true: change one of the times, or leave out both for the whole day',
      })
    if (own(node, 'not') !== undefined) open.push([own(node, 'not'), `${at}/not`])
    for (const name of ['any', 'all']) {
      const list = own(node, name)
      if (Array.isArray(list)) for (let i = list.length; i-- > 0; ) open.push([list[i], `${at}/${name}/${i}`])
    }
  }
  return notes
}

const isEmptyWindow = (window: unknown): boolean =>
  isObject(window) && isSameTime(own(window, 'startTime') ?? '00:00', own(window, 'endTime'))

/** Whether both are times of day, and the same one. */
function isSameTime(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return false
  const minutes = parseMinutes(one)
  return minutes !== undefined && minutes === parseMinutes(other)
}
