import { open } from 'node:fs/promises'
import { reasonOf } from '../files.ts'

/** Where lines of a log go. */
export interface LogSink {
  /** Writes lines. Resolves when they are written. */
  write(lines: string): Promise<void>
  close(): Promise<void>
}

/**
 * Opens the destination of an access log: `stdout`, or `file:PATH`, to which it appends. `undefined` for `off`. Throws
 * an `Error` that names the file and the `variable` if the file cannot be written.
 */
export async function openLog(to: string, variable: string): Promise<LogSink | undefined> {
  if (to === 'off') return undefined
  if (to === 'stdout') return openStdout()
  const path = to.slice('file:'.length)
  const file = await open(path, 'a', 0o600).catch((cause) => {
    throw new Error(`${path}, named in ${variable}, cannot be written: ${reasonOf(cause)}`, { cause })
  })
  return { write: (lines) => file.appendFile(lines), close: () => file.close() }
}

/** If the reader of standard output has left, writes fail: without a listener, the failure would end the process. */
function openStdout(): LogSink {
  const ignore = () => {}
  process.stdout.on('error', ignore)
  return {
    write: (lines) =>
      new Promise((resolve, reject) => {
        process.stdout.write(lines, (error) => (error ? reject(error) : resolve()))
      }),
    close: async () => void process.stdout.off('error', ignore),
  }
}
