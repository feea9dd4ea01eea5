import { compileAddresses } from '../addresses/compile-addresses.ts'
import { clientCertReader } from './read-certificate.ts'
import type { RequestOptions, RequestSettings } from './settings.ts'

/** The settings of a gateway for reading requests. Throws a `RangeError` for invalid addresses of proxies. */
export function requestSettings(
  { trust, underscore = 'twins', name }: RequestOptions,
  { nextId, unreadable }: { nextId: () => string; unreadable: RequestSettings['unreadable'] },
): RequestSettings {
  return {
    isTrusted: compileAddresses(trust?.proxies ?? []),
    unreadable,
    readClientCert: trust?.clientCert === true ? clientCertReader() : undefined,
    underscore,
    name: name ?? `signalbox-${nextId().slice(0, 6)}`,
    maxHeaders: 100,
    maxHeaderValue: 8 * 1024,
    maxTarget: 8 * 1024,
  }
}
