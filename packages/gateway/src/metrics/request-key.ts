import { causes } from '@signalbox/core/gateway'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE', 'OTHER'] as const
/** The classes of statuses. */
export const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx'] as const

const causeIds: readonly string[] = ['', ...causes.map(({ id }) => id), 'other']
const placeOfCause: ReadonlyMap<string, number> = new Map(causeIds.map((id, place) => [id, place]))
const placeOfMethod: ReadonlyMap<string, number> = new Map(methods.map((method, place) => [method, place]))

/** What requests are counted by. */
interface Keyed {
  readonly method: string
  readonly status: number
  readonly cause: string | undefined
}

/** The key under which a request is counted. Keys are bounded: methods, classes and causes come from tables. */
export function keyOf({ method, status, cause }: Keyed): number {
  const ofMethod = placeOfMethod.get(method) ?? methods.length - 1
  const ofClass = Math.min(Math.max(Math.floor(status / 100), 1), statusClasses.length) - 1
  const ofCause = cause === undefined ? 0 : (placeOfCause.get(cause) ?? causeIds.length - 1)
  return (ofCause * statusClasses.length + ofClass) * methods.length + ofMethod
}

/** The parts of a key. The cause is empty if the gateway did not respond with an error. */
export function readKey(key: number) {
  return {
    method: methods[key % methods.length] as (typeof methods)[number],
    statusClass: statusClasses[
      Math.floor(key / methods.length) % statusClasses.length
    ] as (typeof statusClasses)[number],
    cause: causeIds[Math.floor(key / methods.length / statusClasses.length)] as string,
  }
}
