/** Layers: experiments in one layer have ranges of its clients that do not overlap, so that no client is in two of them. */
import { type Problems, problem } from '../../machine/errors/errors.ts'
import { isObject, own } from '../../machine/json/json.ts'
import { keySchema } from '../../machine/keys/key.ts'
import { object, type Static, Type } from '../../machine/schema/schema.ts'
import { rangeOf } from './compile-layer.ts'

const share = (description: string) => Type.Number({ minimum: 0, maximum: 1, description })

/** The range of a layer's clients that an experiment uses. */
export const layerSchema = object(
  {
    name: keySchema,
    from: share('Where the range begins, a fraction of 1, rounded to five digits'),
    to: share('Where the range ends, a fraction of 1, rounded to five digits; above `from`'),
  },
  {
    description:
      'Takes only clients in this range of a layer. Ranges of a layer cannot overlap, so a client is in at most one of its experiments; clients outside all ranges are the holdout',
  },
)
/** The range of a layer's clients that an experiment uses. */
export type Layer = Static<typeof layerSchema>

/** What the schema cannot say of a layer: its range is not empty. */
export function checkLayer(layer: unknown): Problems['fieldErrors'] {
  if (!isObject(layer)) return {}
  const [from, to] = [own(layer, 'from'), own(layer, 'to')]
  if (typeof from !== 'number' || typeof to !== 'number') return {}
  const range = rangeOf({ from, to })
  return range.from < range.to ? {} : { '/layer/to': [problem('error.range.empty', from)] }
}
