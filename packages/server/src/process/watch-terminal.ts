import { isatty } from 'node:tty'

const OUTPUTS = [1, 2]

/**
 * Returns a function that tells whether the terminal to which this process writes has been closed since. SIGHUP alone does
 * not say: it is sent then, and by operators. Node.js resets ignored signals, so that `nohup` shows only in the outputs: it
 * lets them go to a file.
 */
export function watchTerminal(isTerminal: (fd: number) => boolean = isatty): () => boolean {
  const terminals = OUTPUTS.filter(isTerminal)
  return () => terminals.some((fd) => !isTerminal(fd))
}
