import { Worker } from 'node:worker_threads'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { openApiReader } from './read-openapi.ts'

const MIB = 1024 * 1024
const limits = { json: 16 * MIB, yaml: 4 * MIB }
const bytesOf = (text: string) => ({ mediaType: 'application/json', bytes: new TextEncoder().encode(text) })

/** CPU time in microseconds, which does not depend on other programs. */
const total = ({ user, system }: NodeJS.CpuUsage) => user + system

/** Returns a document of about `size` bytes, mostly schemas. */
function largeDocument(size: number): string {
  const schema = { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(900) } } }
  const schemas = Object.fromEntries(Array.from({ length: Math.ceil(size / 1000) }, (_, i) => [`s${i}`, schema]))
  const paths = Object.fromEntries(
    Array.from({ length: 1000 }, (_, i) => [`/p${i}/{id}`, { get: { operationId: `p${i}` } }]),
  )
  const info = { title: 'Large', version: '1' }
  return JSON.stringify({ openapi: '3.1.0', info, servers: [{ url: 'https://a.tld' }], paths, components: { schemas } })
}

describe('a document that is parsed in a thread', () => {
  it('of ten megabytes does not block the process', async () => {
    const body = bytesOf(largeDocument(11 * MIB))
    expect(body.bytes.length).toBeGreaterThan(10 * MIB)
    const box = createSignalbox({ readOpenApi: openApiReader() })
    const before = process.memoryUsage().rss
    let peak = 0
    let beats = 0
    const timer = setInterval(() => {
      beats++
      peak = Math.max(peak, process.memoryUsage().rss - before)
    }, 5)
    const [all, own] = [process.cpuUsage(), process.threadCpuUsage()]
    const { routes, warnings } = await box.apis.importOpenApi({ body })
    const share = total(process.threadCpuUsage(own)) / total(process.cpuUsage(all))
    clearInterval(timer)
    expect([routes?.length, warnings]).toEqual([1000, []])
    expect(beats).toBeGreaterThan(10)
    expect(share).toBeLessThan(1 / 2)
    expect(peak).toBeLessThan(500 * MIB)
    await box.close()
  })

  it('fails with the same errors', async () => {
    const read = openApiReader()
    await expect(read({ openapi: '4.0' }, limits)).rejects.toMatchObject({
      code: 'INVALID',
      fieldErrors: { '/openapi': [{ message: 'error.enum', args: ['3.0', '3.1', '3.2', '2.0'] }] },
    })
    await expect(read(bytesOf('['.repeat(1e6) + ']'.repeat(1e6)), limits)).rejects.toMatchObject({ code: 'INVALID' })
    await expect(read(bytesOf(largeDocument(17 * MIB)), limits)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it('waits for others, and all are parsed', async () => {
    const read = openApiReader()
    const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/a': { get: {} } } }
    const all = await Promise.all(Array.from({ length: 5 }, () => read(document, limits)))
    expect(all.map(({ api }) => api.name)).toEqual(Array(5).fill('Shop'))
  })

  it('does not wait for large ones, which are parsed one at a time', async () => {
    const read = openApiReader()
    const order: string[] = []
    const large = Array.from({ length: 3 }, (_, i) =>
      read(bytesOf(largeDocument(3 * MIB)), limits).then(() => order.push(`large ${i}`)),
    )
    const paths = Object.fromEntries(Array.from({ length: 30_000 }, (_, i) => [`/${i}`, {}]))
    const many = read({ openapi: '3.1.0', info: { title: 'Many', version: '1' }, paths }, limits).then(
      () => order.push('many parts'),
      () => order.push('many parts'), // yields no routes, but takes long all the same
    )
    const document = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/a': { get: {} } } }
    const tiny = Array.from({ length: 5 }, () => read(document, limits).then(() => order.push('tiny')))
    await Promise.all([...large, many, ...tiny])
    expect(order.filter((one) => one !== 'tiny')).toEqual(['large 0', 'large 1', 'large 2', 'many parts'])
    expect(order.lastIndexOf('tiny')).toBeLessThan(order.indexOf('large 1'))
  })

  describe('by one thread', () => {
    const small = { openapi: '3.1.0', info: { title: 'Shop', version: '1' }, paths: { '/a': { get: {} } } }

    /** Counts the threads that start and end from now on. */
    function countThreads() {
      const { emit } = Worker.prototype
      const counts = { online: 0, exit: 0 }
      const own = new Set<Worker>()
      const emitted = vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, name, ...values) {
        if (name === 'online') own.add(this)
        if ((name === 'online' || name === 'exit') && own.has(this)) counts[name]++
        return emit.call(this, name, ...values)
      })
      onTestFinished(() => emitted.mockRestore())
      return counts
    }

    it('that is reused until the instance closes', async () => {
      const counts = countThreads()
      const box = createSignalbox({ readOpenApi: openApiReader() })
      for (let n = 0; n < 20; n++) await box.apis.importOpenApi({ body: small, dryRun: true })
      await expect(box.apis.importOpenApi({ body: { openapi: '4.0' } })).rejects.toMatchObject({ code: 'INVALID' })
      expect(counts).toEqual({ online: 1, exit: 0 })
      await box.close()
      await vi.waitFor(() => expect(counts).toEqual({ online: 1, exit: 1 }))
    })

    it('or two at most, of which one is kept', async () => {
      const counts = countThreads()
      const read = openApiReader()
      await Promise.all(Array.from({ length: 10 }, () => read(small, limits)))
      await vi.waitFor(() => expect(counts).toEqual({ online: 2, exit: 1 }))
      await read(small, limits)
      expect(counts.online).toBe(2)
    })

    it('that frees the memory of a large document', async () => {
      const counts = countThreads()
      const read = openApiReader()
      await read(bytesOf(largeDocument(2 * MIB)), limits)
      await vi.waitFor(() => expect(counts).toEqual({ online: 1, exit: 1 }))
      expect((await read(small, limits)).api.name).toBe('Shop')
    })

    it('that is replaced after a timeout', async () => {
      const read = openApiReader()
      const stopping = new AbortController()
      const reading = read(bytesOf(largeDocument(MIB)), limits, stopping.signal)
      stopping.abort()
      await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' })
      expect((await read(small, limits)).api.name).toBe('Shop')
    })
  })

  it('is aborted when the server stops', async () => {
    const stopping = new AbortController()
    const reading = openApiReader()(bytesOf(largeDocument(MIB)), limits, stopping.signal)
    stopping.abort()
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('has its timeout from the start of the thread', async () => {
    const { emit } = Worker.prototype
    const begun = new Promise<void>((resolve) => {
      const emitted = vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, name, ...values) {
        const isHeard = emit.call(this, name, ...values)
        if (name === 'message') resolve()
        return isHeard
      })
      onTestFinished(() => emitted.mockRestore())
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const reading = openApiReader()(bytesOf(largeDocument(MIB)), limits)
    vi.advanceTimersByTime(29_999)
    await begun
    vi.advanceTimersByTime(29_999)
    expect((await reading).api.name).toBe('Large')
  })

  it('can fail during the timeout', async () => {
    const { terminate } = Worker.prototype
    using ended = vi.spyOn(Worker.prototype, 'terminate').mockImplementation(function (this: Worker) {
      this.emit('error', new Error('The thread has no memory left'))
      return terminate.call(this)
    })
    const stopping = new AbortController()
    const reading = openApiReader()(bytesOf(largeDocument(MIB)), limits, stopping.signal)
    stopping.abort()
    await expect(reading).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(ended).toHaveBeenCalledOnce()
  })
})
