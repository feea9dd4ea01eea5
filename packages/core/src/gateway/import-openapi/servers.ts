import type { JsonObject } from '../../machine/json/json.ts'
import type { Server } from './server.ts'

/**
 * The servers that a document lists: for itself, a path or an operation. If the list is empty, the servers of the next
 * level apply.
 */
interface Servers {
  ofDocument(): readonly Server[]
  ofItem(item: JsonObject, pointer: string): readonly Server[]
  ofOperation(operation: JsonObject, pointer: string): readonly Server[]
}

/** Reads the servers of a document in the form of OpenAPI 3, for all versions. */
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

/** Protocols in order of preference, encrypted ones first. A host is one server even if several protocols reach it. */
const byPreference = ['https', 'wss', 'http', 'ws']

/** The one server that Swagger 2.0 can name. */
function swaggerServer({ host, basePath }: JsonObject, schemes: unknown): Server {
  const path = typeof basePath === 'string' ? `/${basePath.replace(/^\/+/, '')}` : '/'
  const scheme = byPreference.find((one) => Array.isArray(schemes) && schemes.includes(one)) ?? 'https'
  return typeof host === 'string' && host !== ''
    ? { value: { url: `${scheme}://${host}${path}` }, pointer: '/host' }
    : { value: { url: path }, pointer: '/basePath' }
}
