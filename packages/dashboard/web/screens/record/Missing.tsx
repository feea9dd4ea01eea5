import { now } from '../../calls/clock.ts'
import { may } from '../../calls/session.ts'
import { type AnyRecord, grantIdOf, type Kind, kindOf, kinds } from '../../kinds/kinds.ts'
import { authorOf } from '../../log/author.ts'
import { fromNow } from '../../words/dates.ts'
import { useLastDeletion } from './last-deletion.ts'
import { lacksOf, restoreRecord } from './restore-record.ts'

interface MissingProps {
  readonly kind: Kind
  readonly id: string
  readonly was: AnyRecord | undefined
  readonly by: string | undefined
  readonly at: number | undefined
}

/** A record that does not exist. One that was deleted can be restored, as long as the page or the log knows what it was. */
export function Missing({ kind, id, was, by, at }: MissingProps) {
  const { domain, noun } = kinds[kind]
  const event = useLastDeletion(domain, id, was === undefined)
  const known = was ?? (event?.payload as AnyRecord | undefined)
  const author = by ?? (event && authorOf(event.authInfo).name)
  const time = at ?? (event && Date.parse(event.timestamp))
  const lacks = known ? lacksOf(domain, known) : []
  return (
    <>
      <h1 id="record" class="key">
        <bdi>{id}</bdi>
      </h1>
      <p>
        {known ? 'It was deleted' : `There is no such ${noun}`}
        {known && time !== undefined && ` ${fromNow(time, now.value)}`}
        {known && author !== undefined && (
          <>
            {' '}
            by <bdi>{author}</bdi>
          </>
        )}
        .
      </p>
      {known && kindOf(domain) && may('C', domain, grantIdOf(kind, known)) && (
        <>
          {lacks.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
          <button type="button" onClick={() => void restoreRecord(domain, id, known)}>
            Restore
          </button>
        </>
      )}
    </>
  )
}
