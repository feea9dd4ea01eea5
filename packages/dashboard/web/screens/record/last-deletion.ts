import type { ChangeEvent } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { api } from '../../calls/api.ts'
import { deletionIn } from '../../log/deletion-in.ts'

/** How many of the newest events of a key are looked at. */
const MOST = 20

/** The event that deleted a record, as long as the log has it. Asked for if `isAsked`. */
export function useLastDeletion(domain: string, id: string, isAsked: boolean): ChangeEvent | undefined {
  const [found, setFound] = useState<ChangeEvent>()
  useEffect(() => {
    setFound(undefined)
    if (!isAsked) return
    let isCurrent = true
    api.events.history({ domains: domain as never, key: id, limit: MOST }).then(
      ({ results }) => isCurrent && setFound(deletionIn(results)),
      () => {}, // without the right to read the record, nobody knows that it was there
    )
    return () => {
      isCurrent = false
    }
  }, [domain, id, isAsked])
  return found
}
