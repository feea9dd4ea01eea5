/** What every `Sink` implementation needs: the port, the errors for a position that has moved or is lost, events as texts, and times in UTC. Loads nothing else. */

export { SignalboxError } from '../machine/errors/errors.ts'
export type { ChangeEvent } from '../machine/log/event.ts'
export { textOf } from '../machine/log/text-of.ts'
export { behind, isBehind } from '../sinks/behind.ts'
export { emptied, isEmptied } from '../sinks/emptied.ts'
export type { SinkOptions, SinksOption } from '../sinks/options.ts'
export type { Sink, SinkFilter } from '../sinks/sink.ts'
export { utcOf } from '../sinks/utc-of.ts'
