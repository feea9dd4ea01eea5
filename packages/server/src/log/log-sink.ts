import { open } from 'node:fs/promises'
import { reasonOf } from '../files/files.ts'

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
  return openLogFile(to.slice('file:'.length), variable)
}

/** How the log files of this process are opened again. */
const reopens = new Set<() => Promise<void>>()

/**
 * Opens the log files of this process again, after their names were given to other files (log rotation). Resolves with their
 * number. Rejects with an `Error` if a file cannot be opened; its lines then go where they went before.
 */
export async function reopenLogs(): Promise<number> {
  const outcomes = await Promise.allSettled([...reopens].map((reopen) => reopen()))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
  return outcomes.length
}

async function openLogFile(path: string, variable: string): Promise<LogSink> {
  const openFile = () =>
    open(path, 'a', 0o600).catch((cause) => {
      throw new Error(`${path}, named in ${variable}, cannot be written: ${reasonOf(cause)}`, { cause })
    })
  let file = await openFile()
  async function reopen(): Promise<void> {
    const last = file
    file = await openFile()
    await last.close() // waits for lines that are being written
  }
  reopens.add(reopen)
  return {
    write: (lines) => file.appendFile(lines),
    close() {
      reopens.delete(reopen)
      return file.close()
    },
  }
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
