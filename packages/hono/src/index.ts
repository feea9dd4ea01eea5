export { type Authenticate, type HonoOptions, type Identity, toHono } from './to-hono.ts'
