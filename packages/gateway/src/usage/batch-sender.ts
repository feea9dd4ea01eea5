import type { Report, UsageBatch } from '@signalbox/core/gateway'

const POINTER = /^\/(entries|quotas|due)\/(\d+)(?:\/|$)/

/**
 * Returns a batch without the entries, quotas and credentials that its source named as invalid. `undefined` if nothing is
 * left, or if the batch as a whole is invalid.
 */
function withoutInvalid(batch: UsageBatch, rejection: unknown): UsageBatch | undefined {
  const { fieldErrors = {} } = (rejection ?? {}) as { fieldErrors?: Readonly<Record<string, unknown>> }
  const invalid = { entries: new Set<number>(), quotas: new Set<number>(), due: new Set<number>() }
  for (const pointer in fieldErrors) {
    const [, list, place] = POINTER.exec(pointer) ?? []
    if (list === undefined) return undefined
    invalid[list as keyof typeof invalid].add(Number(place))
  }
  const keep = (list: keyof typeof invalid) => (_: unknown, place: number) => !invalid[list].has(place)
  const left = {
    ...batch,
    entries: batch.entries.filter(keep('entries')),
    quotas: batch.quotas.filter(keep('quotas')),
    due: batch.due.filter(keep('due')),
  }
  const size = sizeOf(left)
  return size > 0 && size < sizeOf(batch) ? left : undefined
}

const sizeOf = ({ entries, quotas, due }: UsageBatch): number => entries.length + quotas.length + due.length

/** Sends batches, one after the other. */
export interface BatchSender {
  /** Sends all batches there are. Resolves with whether all of them arrived. Only one call works at a time. */
  send(): Promise<boolean>
}

interface SenderPorts {
  /** The next batch with a higher number; `undefined` if there is nothing to report. */
  readonly next: () => UsageBatch | undefined
  readonly deliver: (batch: UsageBatch) => Promise<void>
  /** Receives each batch that need not be sent again. */
  readonly onDone: (batch: UsageBatch) => void
  /** Divides the batch, of which the control plane takes no more at once. Resolves with whether it could be divided. */
  readonly split: () => Promise<boolean>
  /** Receives the first failure of an outage. */
  readonly report: Report
}

/**
 * Creates a sender. A batch that was not confirmed is sent again unchanged, because it may have arrived; meanwhile there
 * is no next one. What the source rejects as invalid is given up, as it would be rejected forever; the rest of the batch
 * is sent. A batch that is too large for the source, or for a proxy before it, is sent in parts.
 */
export function createBatchSender({ next, deliver, onDone, split, report }: SenderPorts): BatchSender {
  let current: UsageBatch | undefined
  /** What is sent of `current`. */
  let valid: UsageBatch | undefined
  let isFailing = false
  let sending: Promise<boolean> | undefined

  async function sendAll(): Promise<boolean> {
    for (;;) {
      current ??= next()
      if (!current) return true
      valid ??= current
      try {
        await deliver(valid)
        isFailing = false
      } catch (cause) {
        const { code } = Object(cause) as { readonly code?: unknown }
        if (code === 'TOO_LARGE' && (await split())) {
          current = undefined
          valid = undefined
          continue
        }
        if (code !== 'INVALID') {
          if (!isFailing) report(new Error('Usage could not be reported: it is kept and sent again', { cause }))
          isFailing = true
          return false
        }
        valid = withoutInvalid(valid, cause)
        const lost = valid ? 'a part of it' : 'it'
        report(new Error(`Usage was rejected as invalid: ${lost} is lost`, { cause }))
        if (valid) continue
      }
      onDone(current)
      current = undefined
      valid = undefined
    }
  }

  return {
    send() {
      sending ??= sendAll().finally(() => {
        sending = undefined
      })
      return sending
    },
  }
}
