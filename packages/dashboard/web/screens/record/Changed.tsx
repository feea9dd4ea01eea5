import { useEffect, useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { box } from '../../calls/box.ts'
import { now } from '../../calls/clock.ts'
import { instantOf } from '../../calls/stamped.ts'
import { authorOf } from '../../log/author.ts'
import { fromNow } from '../../words/dates.ts'

interface ChangedProps {
  readonly id: string
  readonly domain?: string
  readonly description: string | undefined
  /** Who changed the record last, and when, if an event said so. */
  readonly by: string | undefined
  readonly at: number | undefined
}

interface Origin {
  readonly at: number
  readonly by?: string
}

/** What a record is, and who changed it last: from the events of this page, else from its history. */
export function Changed({ id, domain = 'Feature', description, by, at }: ChangedProps) {
  const [past, setPast] = useState<Origin>()
  const zone = box.value?.timeZone
  useEffect(() => {
    if (at !== undefined || zone === undefined) return
    const stop = new AbortController()
    lastChange(id, domain, stop.signal).then(setPast, () => {})
    return () => stop.abort()
  }, [id, at === undefined, zone])
  const origin = at === undefined ? past : { at, by }
  return (
    <div class="muted">
      {description && (
        <p>
          <bdi dir="auto">{description}</bdi>
        </p>
      )}
      {origin && (
        <p>
          Changed {fromNow(Math.min(origin.at, now.value), now.value)}
          {origin.by !== undefined && (
            <>
              {' '}
              by <bdi>{origin.by}</bdi>
            </>
          )}
          .
        </p>
      )}
    </div>
  )
}

async function lastChange(id: string, domain: string, signal: AbortSignal): Promise<Origin | undefined> {
  const { results } = await api.events.history({ domains: domain, key: id, limit: 1 }, { signal })
  const [event] = results
  const at = event && instantOf(event.timestamp)
  if (event === undefined || at === undefined) return undefined
  return { at, ...(event.authInfo && { by: authorOf(event.authInfo).name }) }
}
