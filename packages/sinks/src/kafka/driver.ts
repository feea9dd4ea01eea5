import { SignalboxError } from '@signalbox/core/errors'

/** The module of the client. Only its types are loaded before the first use. */
export type Driver = typeof import('@platformatic/kafka')

/**
 * Loads `@platformatic/kafka`. Throws UNAVAILABLE if it is not installed.
 */
export async function loadDriver(): Promise<Driver> {
  try {
    return await import('@platformatic/kafka')
  } catch (cause) {
    throw new SignalboxError(
      'UNAVAILABLE',
      'Kafka sinks need the package @platformatic/kafka: npm install @platformatic/kafka',
      { cause },
    )
  }
}

/** The first minor version of Node that the client runs on, by major version. Later major versions are fine. */
const oldest = { 22: 22, 24: 6 } as const satisfies Record<number, number>

/** Throws UNAVAILABLE on a version of Node that the client does not run on. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 24 || minor >= (oldest[major as keyof typeof oldest] ?? Number.POSITIVE_INFINITY)) return
  throw new SignalboxError(
    'UNAVAILABLE',
    `Kafka sinks need Node 22.22 or later, or Node 24.6 or later: this is Node ${version}. Update Node, or remove the Kafka sinks`,
  )
}
