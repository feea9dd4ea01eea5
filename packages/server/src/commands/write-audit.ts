import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { oldestOf } from '@signalbox/client'
import { domains, type Signalbox } from '@signalbox/core'
import { openToWrite } from '../files/files.ts'

/** Which events `signalbox audit` writes. */
export interface AuditOptions {
  /** A date and time of ISO 8601, or a span before now, such as `7d`. @default all retained events */
  readonly since?: string | undefined
  /** Like `since`. @default now */
  readonly until?: string | undefined
  /** The id of an author. @default every author */
  readonly author?: string | undefined
  /** Names of domains, separated by commas. @default every domain */
  readonly domains?: string | undefined
  /** A pattern of keys. @default every key */
  readonly pattern?: string | undefined
}

/**
 * Writes past events as nd-json, the oldest first, to a file that only the user of this process can read, or to standard output.
 * Warns if the log does not reach back to `since`. An existing file is only replaced when the events can be read.
 */
export async function writeAudit(
  { events }: Pick<Signalbox, 'events'>,
  file: string | undefined,
  { since, until, ...selected }: AuditOptions,
): Promise<void> {
  const now = Date.now()
  const asked = {
    domains: Object.keys(domains).join(','),
    ...given({ ...selected, since: whenOf(since, now), until: whenOf(until, now) }),
  }
  const past = await events.exportHistory(asked).catch(inWords)
  const oldest = oldestOf(past)
  if (oldest !== undefined)
    console.error(
      `Warning: the log begins at ${oldest}. Earlier events are no longer retained (SIGNALBOX_EVENT_RETENTION_DAYS).`,
    )
  const lines = Readable.from(toLines(past))
  if (file !== undefined) return pipeline(lines, await openToWrite(file, { isSecret: true }))
  await pipeline(lines, process.stdout).catch(ignoreClosed)
}

async function* toLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`
}

const given = (options: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))

const SPAN = /^(\d{1,6})([dhm])$/
const units = { d: 24 * 60 * 60_000, h: 60 * 60_000, m: 60_000 } as const

/** The time of a span before now; other texts as they are. */
function whenOf(text: string | undefined, now: number): string | undefined {
  const [, count, unit] = SPAN.exec(text ?? '') ?? []
  return count === undefined ? text : new Date(now - Number(count) * units[unit as keyof typeof units]).toISOString()
}

/** Rethrows a failed call, with the names of options instead of parameters. */
function inWords(cause: unknown): never {
  const { message, fieldErrors = {} } = cause as Error & {
    fieldErrors?: Readonly<Record<string, readonly { message: string }[]>>
  }
  const [name = '', [problem] = []] = Object.entries(fieldErrors)[0] ?? []
  if (problem?.message === 'error.format' && (name === 'since' || name === 'until'))
    throw new Error(
      `--${name} is invalid: pass a day (2026-11-01), a date and time (2026-11-01T09:00, in the time zone of the server unless it has an offset), or a span such as 7d, 24h or 90m`,
      { cause },
    )
  if (problem?.message === 'error.date.order') throw new Error('--since must not be after --until', { cause })
  throw name === '' ? cause : new Error(`--${name} is invalid: ${message}`, { cause })
}

/** The reader of the output, such as `head`, may stop early. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
