export { type ToHonoOptions, toHono } from './to-hono.ts'
