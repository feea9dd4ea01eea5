/** A Redis client, such as one of the package `redis`. The documentation shows the line that adapts others. */
export interface RedisClient {
  /** Sends a command. Rejects with the error of the server; its message begins with the code of the error. */
  sendCommand(args: string[]): Promise<unknown>
}

/**
 * Returns a function that runs a script on one key. The script is sent by its digest, and whole when the server does not
 * know it, as after a restart.
 */
export function scriptOn(
  client: RedisClient,
  script: string,
): (key: string, ...args: readonly string[]) => Promise<unknown> {
  let digest: Promise<string> | undefined
  return async (key, ...args) => {
    digest ??= sha1(script)
    try {
      return await client.sendCommand(['EVALSHA', await digest, '1', key, ...args])
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      return client.sendCommand(['EVAL', script, '1', key, ...args])
    }
  }
}

async function sha1(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
