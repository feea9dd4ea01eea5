import type { Readable, Writable } from 'node:stream'

/** A terminal or a pipe. */
export type Input = Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown }

/**
 * Reads a password: from a terminal twice and hidden, from a pipe the first line. Throws an `Error` with instructions
 * if there is no password, if the two entries differ, and on Ctrl-C.
 */
export async function askPassword(userId: string, input: Input, output: Writable): Promise<string> {
  if (!input.isTTY) return firstLine(input)
  output.write(`New password of ${userId} (at least 12 characters; hidden): `)
  const first = await readHidden(input, output)
  output.write('Repeat the password: ')
  const second = await readHidden(input, output)
  if (first !== second) throw new Error('The passwords differ: nothing was changed, try again')
  return first
}

async function firstLine(input: Input): Promise<string> {
  let text = ''
  for await (const chunk of input.setEncoding('utf8')) {
    text += chunk
    if (text.includes('\n')) break
  }
  const line = text.split(/\r?\n/, 1)[0] ?? ''
  if (line !== '') return line
  throw new Error('Standard input has no password: write one on its first line, or use --generate')
}

const ENTER = ['\r', '\n', '\u0004']
const CTRL_C = '\u0003'
const ERASE = ['\b', '\u007f']

/** Reads one hidden line from the terminal, until Enter. */
function readHidden(input: Input, output: Writable): Promise<string> {
  const typed: string[] = []
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      input.off('data', take)
      input.setRawMode?.(false)
      input.pause()
      output.write('\n')
    }
    function take(chunk: Buffer | string): void {
      const characters = [...String(chunk)]
      for (const [i, character] of characters.entries()) {
        if (character !== CTRL_C && !ENTER.includes(character)) {
          if (ERASE.includes(character)) typed.pop()
          else typed.push(character)
          continue
        }
        stop()
        const rest = characters.slice(i + 1).join('')
        if (rest !== '') input.unshift(rest) // belongs to the next line, if both were pasted
        if (character === CTRL_C) reject(new Error('Nothing was changed'))
        else resolve(typed.join(''))
        return
      }
    }
    input.setRawMode?.(true)
    input.setEncoding('utf8').on('data', take).resume()
  })
}
