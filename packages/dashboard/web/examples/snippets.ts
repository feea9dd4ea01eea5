/** Code to copy, with the name by which users choose it. */
export interface Snippet {
  readonly name: string
  readonly code: string
}

/** A text as a literal of TypeScript in single quotes. */
export const literal = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'").replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`

/** A text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** A call with a JSON body by curl, with the placeholders of an API key. */
export const curlWith = (url: string, body: object): string =>
  `curl -u ID:SECRET ${quoted(url)} \\
  -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`

/** Lines of a program that has a box of its own, `box`. */
export const inProcess = (lines: string): Snippet => ({
  name: 'In process',
  code: `import { createSignalbox } from '@signalbox/core'

const box = createSignalbox()
await box.ready()
${lines}`,
})

/** Lines of a program that has the flags of a server, `flags`. */
export const withClient = (baseUrl: string, lines: string): Snippet => ({
  name: 'Client',
  code: `import { createClient, live } from '@signalbox/client'

const flags = live(createClient({ baseUrl: ${literal(baseUrl)}, clientId: 'ID', clientSecret: 'SECRET' }))
await flags.ready()
${lines}`,
})

/** Lines of a program whose OpenFeature client asks the flags of a server. */
export const withOpenFeature = (baseUrl: string, lines: string): Snippet => ({
  name: 'OpenFeature',
  code: `import { OpenFeature } from '@openfeature/server-sdk'
import { createClient, live } from '@signalbox/client'
import { createProvider } from '@signalbox/client/openfeature'

const flags = live(createClient({ baseUrl: ${literal(baseUrl)}, clientId: 'ID', clientSecret: 'SECRET' }))
await OpenFeature.setProviderAndWait(createProvider(flags))
${lines}`,
})
