import { SignalboxError } from '@signalbox/core/wire'

/**
 * Says what is wrong with `baseUrl` if a failure shows that the API is not at this address; returns any other failure as it
 * is. A record that does not exist has a failure of its own.
 */
export function misdirected(error: unknown, { status, headers }: Response, address: string): unknown {
  if (!(error instanceof SignalboxError) || (status !== 404 && status !== 405)) return error
  if (!/^(Unknown path|The service responded with status) /.test(error.message)) return error
  const advice = adviceFor(address, headers.get('Proxy-Status') ?? '')
  return new SignalboxError(error.code, `${advice} (${error.message})`, { cause: error })
}

function adviceFor(address: string, proxyStatus: string): string {
  if (address.endsWith('/api')) return `baseUrl must not end in /api: pass ${address.slice(0, -'/api'.length)}`
  return proxyStatus.includes('"errors.service.not.found"')
    ? `The server at ${address} is a Signalbox gateway, not its API: set baseUrl to the address of the API`
    : `The server at ${address} does not have this API: check that baseUrl is the address of a Signalbox`
}
