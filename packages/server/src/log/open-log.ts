import type { Settings } from '../settings/settings.ts'
import { processDrops } from './log-drops.ts'
import { logForm } from './log-form.ts'
import type { Logger, ProcessLog } from './logger.ts'

/** Lines that wait longer than this in memory are dropped, in bytes. */
const MOST_KEPT = 8 * 1024 * 1024
/** How long the last lines may take to be written. */
const LAST_MS = 1000

/**
 * Opens the log of this process, as the settings say: JSON on standard output, or sentences on standard output and standard
 * error. With `isTerse`, sentences about errors have no stacks. Lines that nobody reads are dropped.
 */
export async function openProcessLog(
  { log, logLevel: level }: Pick<Settings, 'log' | 'logLevel'>,
  { isTerse }: { readonly isTerse?: boolean } = {},
): Promise<ProcessLog> {
  const form = logForm(log)
  const drop = (error?: Error | null) => {
    if (error) processDrops.count++
  }
  const writerTo = (stream: NodeJS.WriteStream) => {
    // Without a listener, a reader that has left would end the process.
    stream.on('error', () => {})
    return (line: string) => {
      if (stream.writableLength > MOST_KEPT) processDrops.count++
      else stream.write(line, drop)
    }
  }
  const out = writerTo(process.stdout)
  const err = writerTo(process.stderr)
  return {
    form,
    ...(await loggerOf(form, { level, isTerse, out, err })),
    flush: () => flushed([process.stdout, process.stderr]),
  }
}

interface LoggerParts {
  readonly level: Settings['logLevel']
  readonly isTerse: boolean | undefined
  readonly out: (line: string) => void
  readonly err: (line: string) => void
}

/** The code of a form is loaded only if it is used. */
async function loggerOf(form: ProcessLog['form'], parts: LoggerParts): Promise<Logger> {
  if (form === 'json') return (await import('./json-logger.ts')).jsonLogger(parts.level, parts.out)
  if (form === 'pretty') return (await import('./pretty-logger.ts')).prettyLogger(parts)
  return { debug: ignore, info: ignore, warn: ignore, error: ignore }
}

const ignore = (): void => {}

async function flushed(streams: readonly NodeJS.WriteStream[]): Promise<void> {
  const ends = streams.map((stream) => new Promise<void>((resolve) => stream.write('', () => resolve())))
  const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
  await Promise.race([Promise.all(ends), late])
}
