import type { DocumentedResponse, Operation } from '../operation.ts'
import { responseFor } from '../response.ts'

/** The response of a mock, and its status. */
export interface Chosen {
  readonly status: number
  /** Absent: the operation documents no response. */
  readonly response?: DocumentedResponse
  /** Whether it is the one that the client prefers. */
  readonly isPreferred: boolean
}

/**
 * Chooses a response: the status that the client prefers, if it is documented; else the lowest success; else `default`, as
 * 200; else the lowest status.
 */
export function chooseResponse(operation: Operation, preferred: string | undefined): Chosen {
  const { responses } = operation
  if (preferred !== undefined && /^[2-5]\d\d$/.test(preferred)) {
    const response = responseFor(operation, Number(preferred))
    if (response) return { status: Number(preferred), response, isPreferred: true }
  }
  const sorted = responses
    .filter(({ status }) => /^[2-5](\d\d|XX)$/.test(status))
    .map((response) => ({ status: Number(response.status.replace('XX', '00')), response }))
    .sort((a, b) => a.status - b.status)
  const found = sorted.find(({ status }) => status < 300)
  if (found) return { ...found, isPreferred: false }
  const response = responses.find(({ status }) => status === 'default')
  if (response) return { status: 200, response, isPreferred: false }
  return { ...(sorted[0] ?? { status: 200 }), isPreferred: false }
}
