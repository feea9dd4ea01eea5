import { urlAt } from '@signalbox/core/gateway'
import { useGatewayUrl } from '../../calls/gateway-url.ts'
import { AddressWell } from './AddressWell.tsx'
import { UnknownAddress } from './UnknownAddress.tsx'

interface RouteAddressesProps {
  /** `<domain><path>`, or paths on every domain. */
  readonly at: readonly string[]
  /** Empty: any method. */
  readonly methods?: readonly string[] | undefined
}

/** The most addresses of one route that are shown. */
const MOST = 5

/** Where clients call a route. Nothing before the service has said where the gateway is. */
export function RouteAddresses({ at, methods = [] }: RouteAddressesProps) {
  const known = useGatewayUrl()
  if (!known || at.length === 0) return null
  const { url } = known
  if (url === undefined) return <UnknownAddress at={at[0]!} />
  const method = methods.length === 0 || methods.includes('GET') ? 'GET' : methods[0]
  return (
    <div class="route-addresses">
      {at.slice(0, MOST).map((one) => (
        <AddressWell key={one} url={urlAt(one, url)} method={method}>
          {method !== 'GET' && <span class="muted">{method} </span>}
        </AddressWell>
      ))}
      {at.length > MOST && <p class="muted">and {at.length - MOST} more</p>}
    </div>
  )
}
