export type { CredentialHeaders } from './credentials.ts'
export type { DocsOptions } from './docs.ts'
export type { UiAssets } from './docs-page.ts'
export { type Authenticate, type HonoOptions, toHono } from './to-hono.ts'
