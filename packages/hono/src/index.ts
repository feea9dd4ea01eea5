export type { CredentialHeaders } from './credentials.ts'
export { type Authenticate, type HonoOptions, toHono } from './to-hono.ts'
