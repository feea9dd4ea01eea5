import type { GivenRequest } from '../../explain/given-request.ts'

/** A request as a curl command, quoted for a shell. */
export function curlOf({ method, url, headers }: GivenRequest): string {
  const how = method === 'GET' ? [] : method === 'HEAD' ? ['-I'] : ['-X', quoted(method)]
  // curl removes a header that is written without a value.
  const lines = headers.map(({ name, value }) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  return [['curl', ...how, quoted(url)].join(' '), ...lines].join(' \\\n  ')
}

const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)
