import type { Identity, Signalbox } from '@signalbox/core'

/** What can be mounted: a box of `createSignalbox` or `createFlags`, or the result of its `as`. */
export type Mountable = Pick<Signalbox, 'slices'> &
  Partial<Pick<Signalbox, 'identify' | 'plugins'>> & { as?(identity: Identity): object }

/** The slices of a box. APIs from elsewhere, such as clients, have none. */
export function slicesOf(box: Mountable): Mountable['slices'] {
  if (Array.isArray(box.slices)) return box.slices
  throw new TypeError(
    'toHono requires a Signalbox, or the result of its `as`: for another API, pass `{ ...api, slices }` with `slices` of @signalbox/core/contract',
  )
}
