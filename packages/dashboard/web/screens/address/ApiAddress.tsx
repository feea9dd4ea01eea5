import { addressOf as urlOf } from '@signalbox/core/gateway'
import { useGatewayUrl } from '../../calls/gateway-url.ts'
import { addressOf, type Exposed } from '../api/address.ts'
import { AddressWell } from './AddressWell.tsx'
import { UnknownAddress } from './UnknownAddress.tsx'

/** Where clients call an API. Nothing before the service has said where the gateway is. */
export function ApiAddress({ api }: { readonly api: Exposed }) {
  const known = useGatewayUrl()
  if (!known) return null
  const url = urlOf(api, known.url)
  return url === undefined ? <UnknownAddress at={addressOf(api)} /> : <AddressWell url={url} />
}
