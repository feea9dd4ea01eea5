import { now } from '../../clock.ts'
import { confirmed } from '../../confirm/question.ts'
import { fromNow } from '../../dates.ts'
import { type AnyRecord, type Kind, kinds, lossOf } from '../../kinds.ts'
import { operationsOf } from '../../operations.ts'
import { failureSentence } from '../../parts/failures.ts'
import { may } from '../../session.ts'
import { toast } from '../../toasts.ts'

interface MissingProps {
  readonly kind: Kind
  readonly id: string
  readonly was: AnyRecord | undefined
  readonly by: string | undefined
  readonly at: number | undefined
}

/** A record that does not exist, or was deleted while the page knew it: then it can be restored, unless that lost something. */
export function Missing({ kind, id, was, by, at }: MissingProps) {
  const { domain, noun } = kinds[kind]
  const loss = lossOf(kind, [was])
  const restore = async () => {
    const because = await confirmed([id], { title: `Restore ${id}?`, action: 'Restore' })
    if (!because) return
    try {
      await operationsOf(kind).create({ body: was! }, because)
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
        {was ? 'It was deleted' : `There is no such ${noun}`}
        {was && at !== undefined && ` ${fromNow(at, now.value)}`}
        {was && by !== undefined && (
          <>
            {' '}
            by <bdi>{by}</bdi>
          </>
        )}
        .{was && loss !== undefined && ` ${loss}`}
      </p>
      {was && loss === undefined && may('C', domain, id) && (
        <button type="button" onClick={restore}>
          Restore
        </button>
      )}
    </>
  )
}
