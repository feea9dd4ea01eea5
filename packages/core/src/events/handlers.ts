import { problem, SignalboxError } from '../errors.ts'
import type { CallOptions, Handlers } from '../operation.ts'
import type { Instance } from '../records/collection.ts'
import { matches } from '../records/pattern.ts'
import type { eventContract } from './contract.ts'
import type { Domain } from './event.ts'
import { domainNames } from './event.ts'
import { follow } from './stream.ts'

interface Selection {
  readonly domains: readonly string[]
  readonly patterns?: string | undefined
  readonly pattern?: string | undefined
  readonly lastEventId?: number | undefined
}

/** The event streams, out of the store's log. */
export function eventHandlers({ store, closing }: Pick<Instance, 'store' | 'closing'>): Handlers<typeof eventContract> {
  async function stream({ domains, patterns, pattern, lastEventId }: Selection, options: CallOptions) {
    const wanted = new Set(domains)
    const head = await store.head()
    return follow(store, {
      after: Math.min(options.lastEventId ?? lastEventId ?? head, head),
      signal: options.signal ? AbortSignal.any([options.signal, closing]) : closing,
      accept: ({ domain, key }) => wanted.has(domain) && matches(patterns ?? '*', key) && matches(pattern ?? '*', key),
    })
  }

  return {
    stream: ({ domains, ...rest }, options) => stream({ ...rest, domains: toDomains(domains) }, options),
    streamDomain: ({ domain, ...rest }, options) => stream({ ...rest, domains: [domain] }, options),
  }
}

function toDomains(text: string | undefined): readonly string[] {
  if (text === undefined) return domainNames
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !domainNames.includes(name as Domain))
  if (unknown.length === 0) return names
  throw new SignalboxError('INVALID', `${unknown.join(', ')} is no domain; the domains are ${domainNames.join(', ')}`, {
    fieldErrors: { domains: [problem('error.enum', ...domainNames)] },
  })
}
