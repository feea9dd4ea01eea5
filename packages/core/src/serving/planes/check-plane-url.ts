import { readGatewayUrl } from '../../gateway/apis/address-of.ts'
import { problem, SignalboxError } from '../../machine/errors/errors.ts'

/** Throws INVALID if a data plane reports a URL that the option `gatewayUrl` would not take. */
export function checkPlaneUrl({ url }: { readonly url?: string | undefined } = {}): void {
  if (url === undefined || readGatewayUrl(url) !== undefined) return
  throw new SignalboxError(
    'INVALID',
    'The url of the data plane is invalid: expected one such as https://api.example.com, without credentials, query, fragment and markup',
    { fieldErrors: { '/plane/url': [problem('error.format', 'http(s) URL')] } },
  )
}
