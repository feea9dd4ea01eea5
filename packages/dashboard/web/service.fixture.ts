import { createServer, type Server, type ServerOptions } from 'signalbox'
import { onTestFinished } from 'vitest'

/** A user who can sign in. */
export interface User {
  readonly userId: string
  readonly password: string
}

/** A server that runs for one test. `box` gives direct access to its records. */
export interface Service {
  readonly url: string
  /** The address of its gateway; empty without one. */
  readonly gatewayUrl: string
  readonly box: Server['box']
  readonly admin: User
  /** Creates a user with grants; without any, the user may read and change nothing. */
  addUser(userId: string, grants?: readonly Grant[]): Promise<User>
  close(): Promise<void>
}

/** A grant: the rights on the ids that match a pattern, in some domains or in all. */
export type Grant = NonNullable<NewUser['authorizedPatterns']>[number]
type NewUser = Parameters<Server['box']['users']['create']>[0]['body']

const password = 'a password for tests'

/** Hashing for real takes a fifth of the time of a test. */
const quickPasswords: NonNullable<ServerOptions['passwords']> = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}

/** Starts a server with records in memory, and an admin. It is closed when the test has finished. */
export async function startService(options: ServerOptions = {}): Promise<Service> {
  const own = { port: 0, store: 'memory:', adminPassword: password, passwords: quickPasswords }
  const server = await createServer({ ...own, ...options })
  onTestFinished(() => server.close())
  return {
    url: server.url,
    gatewayUrl: server.gatewayUrl ?? '',
    box: server.box,
    admin: { userId: 'admin', password },
    async addUser(userId, grants = []) {
      const rights = { admin: false, temporary: false, authorizedPatterns: [...grants] }
      await server.box.users.create({ body: { id: userId, name: userId, password, ...rights } })
      return { userId, password }
    },
    close: () => server.close(),
  }
}
