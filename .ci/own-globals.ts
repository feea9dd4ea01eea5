/**
 * Files of tests that share a process begin with the `Request` and `Response` of the runtime.
 * A server of Hono replaces them for its whole process, and with them the results of the next file.
 */
interface OwnGlobals {
  ownGlobals?: Pick<typeof globalThis, 'Request' | 'Response'>
}

const { Request, Response } = globalThis
const holder = globalThis as OwnGlobals
holder.ownGlobals ??= { Request, Response }
Object.assign(globalThis, holder.ownGlobals)

export {}
