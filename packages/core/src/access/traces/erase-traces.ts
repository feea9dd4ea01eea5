import { originOf } from '../../machine/callers/origin.ts'
import { erasureSalt, toErasedId } from '../../machine/log/erased-id.ts'
import { maskLog, rewritable } from '../../machine/log/mask-log.ts'
import { readBack } from '../../machine/log/read-back.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import { createRests } from '../../machine/time/yield-by-time.ts'
import type { CallContext } from '../../operation.ts'
import type { Random, Reads } from '../../ports.ts'
import { sessionsOf } from '../user-sessions.ts'
import { TRACES_ERASED } from './contract.ts'
import { maskUser, originWithout, type Person, textsOf } from './mask-user.ts'

interface Ports extends Pick<Instance, 'store' | 'note' | 'clock' | 'zone' | 'closing' | 'applied'> {
  readonly random: Random
}

/**
 * Replaces what a deleted user left in the event log by marks, and returns in how many events. Further calls find nothing, or
 * finish what was interrupted.
 */
export async function eraseTraces(ports: Ports, id: string, call: CallContext): Promise<{ logged: number }> {
  const { store, note, clock, zone, closing, applied, random } = ports
  const log = rewritable(store)
  const rest = createRests({ clock, signals: [closing] })
  const person = { id, ...(await addressesOf(store, id)) }
  const others = createMasking(person)
  // The events of the user come last: an interrupted erasure still finds the addresses in them.
  let logged = await maskLog(log, { ...others, rest, mask: (event) => maskUser(event, person, { isOwn: false }) })
  logged += await maskLog(log, { ...others, rest, mask: (event) => maskUser(event, person, { isOwn: true }) })
  const erased = await toErasedId(id, erasureSalt(random))
  // The sessions have ended with the user. A later login deletes them, if there is one.
  const committed = await note(await sessionsOf(store, id), [
    {
      type: TRACES_ERASED,
      key: '*',
      domain: 'User',
      payload: erased,
      timestamp: localTimestamp(clock(), zone),
      ...originWithout(originOf(call), person),
    },
  ])
  if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
  return { logged }
}

const createMasking = ({ id, addresses }: Person) => ({ texts: [id, ...addresses] })

/** The e-mail addresses and names that a user ever had, from the events that the log still has. */
async function addressesOf(store: Reads, id: string): Promise<Omit<Person, 'id'>> {
  const texts = { addresses: new Set<string>(), names: new Set<string>() }
  for await (const { domain, payload, oldValue } of readBack(store, { key: id }))
    if (domain === 'User') for (const record of [payload, oldValue]) textsOf(record, id, texts)
  return { addresses: [...texts.addresses], names: [...texts.names] }
}
