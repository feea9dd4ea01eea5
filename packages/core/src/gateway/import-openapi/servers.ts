import type { JsonObject } from '../../json.ts'
import type { Server } from './server.ts'

/** Where a document names servers: for all of it, for a path, for an operation. None leaves it to what is around. */
interface Servers {
  ofDocument(): readonly Server[]
  ofItem(item: JsonObject, pointer: string): readonly Server[]
  ofOperation(operation: JsonObject, pointer: string): readonly Server[]
}

/** The servers of a document, in the form of OpenAPI 3 whatever its version. */
export const serversOf = (document: JsonObject): Servers =>
  Object.hasOwn(document, 'swagger')
    ? {
        ofDocument: () => [swaggerServer(document, document.schemes)],
        ofItem: () => [],
        ofOperation: ({ schemes }) => (Array.isArray(schemes) ? [swaggerServer(document, schemes)] : []),
      }
    : { ofDocument: () => listed(document, ''), ofItem: listed, ofOperation: listed }

const listed = ({ servers }: JsonObject, pointer: string): readonly Server[] =>
  Array.isArray(servers) ? servers.map((value, i) => ({ value, pointer: `${pointer}/servers/${i}` })) : []

/** Protocols, those that are encrypted first: one host is one server, however many ways lead to it. */
const byPreference = ['https', 'wss', 'http', 'ws']

/** The one server that Swagger 2.0 can name. */
function swaggerServer({ host, basePath }: JsonObject, schemes: unknown): Server {
  const path = typeof basePath === 'string' ? `/${basePath.replace(/^\/+/, '')}` : '/'
  const scheme = byPreference.find((one) => Array.isArray(schemes) && schemes.includes(one)) ?? 'https'
  return typeof host === 'string' && host !== ''
    ? { value: { url: `${scheme}://${host}${path}` }, pointer: '/host' }
    : { value: { url: path }, pointer: '/basePath' }
}
