import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { askPassword, type Input } from './ask-password.ts'

/** A terminal with typed input, and everything that it shows. */
function terminal(...typed: readonly string[]) {
  const input: Input = Object.assign(new PassThrough(), { isTTY: true, modes: [] as boolean[] })
  const modes: boolean[] = []
  input.setRawMode = (isRaw) => modes.push(isRaw)
  const output = new PassThrough()
  let shown = ''
  output.setEncoding('utf8').on('data', (text) => {
    shown += text
  })
  for (const text of typed) (input as PassThrough).write(text)
  return { answer: askPassword('ann', input, output), shown: () => shown, modes }
}

describe('a password at a terminal', () => {
  it('is prompted twice, and never shown', async () => {
    const { answer, shown, modes } = terminal('a long password\r', 'a long password\r')
    expect(await answer).toBe('a long password')
    expect(shown()).toBe('New password of ann (at least 12 characters; hidden): \nRepeat the password: \n')
    expect(modes).toEqual([true, false, true, false])
  })

  it('can be pasted at once, and corrected', async () => {
    expect(await terminal('a long passwort\u007fd\ra long password\r').answer).toBe('a long password')
  })

  it('that differs the second time is rejected', async () => {
    await expect(terminal('a long password\r', 'another password\r').answer).rejects.toThrow('The passwords differ')
  })

  it('ends with Ctrl-C, which restores the terminal', async () => {
    const { answer, modes } = terminal('a long\u0003')
    await expect(answer).rejects.toThrow('Nothing was changed')
    expect(modes).toEqual([true, false])
  })
})

describe('a piped password', () => {
  const piped = (...chunks: readonly string[]) => {
    const input = new PassThrough()
    for (const chunk of chunks) input.write(chunk)
    input.end()
    return askPassword('ann', input, new PassThrough())
  }

  it('is the first line', async () => {
    expect(await piped('a long', ' password\r\nmore\n')).toBe('a long password')
    expect(await piped('without an end')).toBe('without an end')
  })

  it('must not be empty', async () => {
    await expect(piped()).rejects.toThrow('Standard input has no password')
    await expect(piped('\n')).rejects.toThrow('--generate')
  })
})
