import type { api } from '../../calls/api.ts'
import { counted, listed } from '../../words/words.ts'

/** A data plane, as the service lists it. */
export type Plane = Awaited<ReturnType<typeof api.gateway.list>>['results'][number]

/** Who explained a request, and who may treat it otherwise, in sentences. Empty for the only data plane. */
export function planeWords(planes: readonly Plane[], revision: number): readonly string[] {
  const asked = planes.find(({ gatewayKey }) => gatewayKey === undefined)
  const others = planes.filter((plane) => plane !== asked)
  if (asked === undefined || others.length === 0) return []
  const behind = others.filter((plane) => plane.revision < revision)
  return [
    `This is the answer of the data plane ${asked.id}, one of ${planes.length}.`,
    ...(behind.length === 0
      ? ['The others serve the same or newer changes.']
      : [
          `${listed(behind.map(({ id }) => id))} ${behind.length === 1 ? 'is' : 'are'} behind, and might decide differently.`,
        ]),
  ]
}

/** Which data planes there are, when none in the process of the service can be asked. */
export const elsewhereWords = (planes: readonly Plane[]): string | undefined =>
  planes.length === 0
    ? undefined
    : `${counted(planes.length, 'data plane runs', 'data planes run')} elsewhere: ${listed(planes.map(({ id }) => id))}.`
