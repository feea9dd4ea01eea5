import { SignalboxError } from '@signalbox/core/errors'
import { realWait } from '@signalbox/core/evaluate'
import type { LogPorts } from '../log/log-ports.ts'
import type { SharingStore } from '../stores/open-postgres.ts'
import { nameOfStore } from '../stores/stores.ts'
import { openWhenThere } from './open-when-there.ts'
import type { Starting } from './starting.ts'

/** What a start tells of its wait, and to whom. */
interface WaitParts extends Pick<LogPorts, 'report' | 'announce'> {
  readonly starting: Pick<Starting, 'away'>
  /** Ends the wait. */
  readonly signal: AbortSignal | undefined
}

/** Opens the store at a URL as soon as it is there. Probes and the log say why it is not, with its name. */
export const waitForStore =
  (url: string, { starting, report, announce, signal }: WaitParts) =>
  (open: () => Promise<SharingStore>): Promise<SharingStore> => {
    const name = nameOfStore(url)
    return openWhenThere(open, {
      wait: realWait,
      clock: () => performance.now(),
      signal,
      failed: ({ message }) => starting.away(`${name}: ${message}`),
      report(error) {
        const sentence = `${name} is not available yet, and is tried again: ${error.message}`
        report(new SignalboxError('UNAVAILABLE', sentence, { cause: error }))
      },
      announce: (words) => announce(`${name} ${words}`),
    })
  }
