import type { Feature } from '@signalbox/core/contract'
import { api } from '../../api.ts'
import { now } from '../../clock.ts'
import { confirmed } from '../../confirm/question.ts'
import { fromNow } from '../../dates.ts'
import { failureSentence } from '../../parts/failures.ts'
import { may } from '../../session.ts'
import { toast } from '../../toasts.ts'

interface MissingProps {
  readonly id: string
  readonly was: Feature | undefined
  readonly by?: string
  readonly at: number | undefined
}

/** A feature that does not exist, or was deleted while the page knew it: then it can be restored. */
export function Missing({ id, was, by, at }: MissingProps) {
  const restore = async () => {
    if (!(await confirmed([id], { title: `Restore ${id}?`, action: 'Restore' }))) return
    try {
      await api.features.create({ body: was! })
      toast(`${id} is restored.`)
    } catch (error) {
      toast(failureSentence(error), { aspect: 'danger' })
    }
  }
  return (
    <>
      <h1 id="record" class="key">
        <bdi>{id}</bdi>
      </h1>
      <p>
        {was ? 'It was deleted' : 'There is no such feature'}
        {was && at !== undefined && ` ${fromNow(at, now.value)}`}
        {was && by !== undefined && (
          <>
            {' '}
            by <bdi>{by}</bdi>
          </>
        )}
        .
      </p>
      {was && may('C', 'Feature', id) && (
        <button type="button" onClick={restore}>
          Restore
        </button>
      )}
    </>
  )
}
