import type { Results } from '@signalbox/core/contract'
import { failureSentence } from '../../../../calls/failures.ts'
import type { Because } from '../../../../confirm/because.ts'
import { idsToConfirm } from '../../../../confirm/id-to-type.ts'
import { asked } from '../../../../confirm/question.ts'
import { toast } from '../../../../notices/toasts.ts'
import { mount } from '../../../../place/mount.ts'
import { operationsOf } from '../../../../records/operations.ts'
import { heldOf } from '../../../../records/records.ts'
import { nameOf } from '../figures/names.ts'
import { shipMeans } from './ship-means.ts'

type Variant = Results['experiment']['variants'][number]

/** Asks, and then ends an experiment with a variant: every client gets it from then on. Says so, with a way back. */
export async function ship(results: Results, variant: Variant): Promise<void> {
  const { id } = results.experiment
  const name = nameOf(variant)
  const [typed] = idsToConfirm([id], mount.confirm)
  const because = await asked({
    title: `Ship ${name} to everyone?`,
    action: `Ship ${name}`,
    means: shipMeans(results, variant),
    ...(typed !== undefined && { typed }),
  })
  if (!because) return
  const isDone = await patch(id, { enabled: false, shipped: variant.id }, because)
  if (isDone) toast(`Every client gets ${name}.`, { action: { label: 'Undo', run: () => void reopen(id) } })
}

/** Takes new clients again; those who had a variant get it back. */
export async function reopen(id: string): Promise<void> {
  const [typed] = idsToConfirm([id], mount.confirm)
  const because =
    typed === undefined
      ? {}
      : await asked({
          title: `Reopen ${id}?`,
          action: 'Reopen',
          means: ['Clients get the variants that they had, and new ones take part.'],
          typed,
        })
  if (because && (await patch(id, { enabled: true, shipped: null }, because)))
    toast(`${id} runs again, with the same groups.`)
}

/** Sends a merge patch. Resolves with whether it worked; otherwise says why not. */
async function patch(id: string, body: object, because: Because): Promise<boolean> {
  const take = heldOf('experiments').expect(id)
  try {
    take(await operationsOf('experiments').patch({ id, body }, because))
    return true
  } catch (error) {
    toast(failureSentence(error), { aspect: 'danger' })
    return false
  }
}
