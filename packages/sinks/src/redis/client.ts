/** A Redis client, such as one of the package `redis`. The documentation shows the line that adapts others. */
export interface RedisClient {
  /** Sends a command. Rejects with the error of the server; its message begins with the code of the error. */
  sendCommand(args: string[]): Promise<unknown>
}
