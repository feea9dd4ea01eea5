import { describe, expect, it } from 'vitest'
import { createLogWriter } from './log-writer.ts'

/** A destination whose writes are settled by hand. */
function slowSink() {
  const written: string[] = []
  const settling: { resolve: () => void; reject: (error: Error) => void }[] = []
  const write = (lines: string) => {
    written.push(lines)
    return new Promise<void>((resolve, reject) => settling.push({ resolve, reject }))
  }
  return { write, written, settle: () => settling.shift() }
}

/** For writes that do not fail. */
const unreported = (error: unknown) => expect.unreachable(String(error))

const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('the writer of lines', () => {
  it('writes at 16 KiB, and the rest when it is flushed', async () => {
    const written: string[] = []
    const writer = createLogWriter((lines) => void written.push(lines), unreported)
    const line = `${'x'.repeat(1023)}\n`
    for (let i = 0; i < 33; i++) writer.add(line)
    expect(written).toEqual([line.repeat(16), line.repeat(16)])
    await writer.flush()
    expect(written.at(-1)).toBe(line)
  })

  it('writes a single line soon', async () => {
    const written: string[] = []
    createLogWriter((lines) => void written.push(lines), unreported).add('a\n')
    expect(written).toEqual([])
    await expect.poll(() => written).toEqual(['a\n'])
  })

  it('writes one batch at a time, and keeps the lines that come meanwhile', async () => {
    const { write, written, settle } = slowSink()
    const writer = createLogWriter(write, unreported)
    writer.add('a\n')
    const flushed = writer.flush()
    writer.add('b\n')
    void writer.flush()
    expect(written).toEqual(['a\n'])
    settle()?.resolve()
    await settled()
    expect(written).toEqual(['a\n', 'b\n'])
    settle()?.resolve()
    await flushed
  })

  it('drops lines and counts them while more than 8 MiB wait', async () => {
    const { write, settle } = slowSink()
    const writer = createLogWriter(write, unreported)
    const line = `${'x'.repeat(64 * 1024)}\n`
    let added = 0
    while (writer.hasRoom() && added < 1000) {
      writer.add(line)
      added++
    }
    expect(added).toBe(129)
    expect(writer.hasRoom()).toBe(false)
    expect(writer.dropped).toBe(2)
    settle()?.resolve()
    await settled()
    expect(writer.hasRoom()).toBe(true)
  })

  it.each(['throws', 'rejects'])(
    'counts the lines of a write that %s, and reports the first of several',
    async (how) => {
      const reports: unknown[] = []
      const full = new Error('no space left on device')
      let isFull = true
      const writer = createLogWriter(
        () => {
          if (isFull && how === 'throws') throw full
          return isFull ? Promise.reject(full) : Promise.resolve()
        },
        (error) => reports.push(error),
      )
      const add = async (...lines: string[]) => {
        for (const line of lines) writer.add(line)
        await writer.flush()
      }
      await add('a\n', 'b\n')
      await add('c\n')
      expect([writer.dropped, reports]).toEqual([3, [full]])
      isFull = false
      await add('d\n')
      isFull = true
      await add('e\n')
      expect([writer.dropped, reports]).toEqual([4, [full, full]])
    },
  )
})
