import type { Results } from '@signalbox/core/contract'
import { counted } from '../../../../words/words.ts'
import { nameOf, namesOf } from '../figures/names.ts'

type Variant = Results['experiment']['variants'][number]

/** What it means to ship a variant, in sentences. Pure. */
export function shipMeans({ results }: Pick<Results, 'results'>, shipped: Variant): readonly string[] {
  const name = nameOf(shipped)
  const others = results.filter(({ variant, users }) => variant.id !== shipped.id && users > 0)
  const moved = others.reduce((sum, { users }) => sum + users, 0)
  const seen = namesOf(others.map(({ variant }) => variant))
  return [
    `The experiment ends, and every client gets ${name} from now on.`,
    ...(moved === 0 ? [] : [`${counted(moved, 'client')} who saw ${seen} will see ${name}.`]),
    'The results are kept. You can reopen the experiment later with the same groups.',
  ]
}

/** The variant that every client gets, because it was shipped; `undefined` while the experiment runs. */
export const shippedOf = ({ enabled, shipped, variants }: Results['experiment']): Variant | undefined =>
  enabled || shipped === undefined ? undefined : variants.find(({ id }) => id === shipped)
