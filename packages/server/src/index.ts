export { createServer, type Server, type ServerOptions } from './create-server.ts'
export type { Settings } from './settings.ts'
