import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSignalbox } from '../../../signalbox.ts'
import { ungrouped } from '../../answers/iterable.ts'
import { etagOf, handOut, importCounts } from '../../answers/result-metadata.ts'
import { failure, problem, SignalboxError } from '../../errors/errors.ts'
import { decodeLines } from '../../wire/decode-lines.ts'
import { BATCH } from './batch.ts'
import { type ImportOptions, importLines } from './import.ts'

interface Item {
  readonly id: string
  readonly value: number
}
type Lines = Parameters<typeof importLines<Item>>[0]
type Target = Parameters<typeof importLines<Item>>[1]

/** The result that the caller of an import gets. */
const upload = async (lines: Lines, target: Target) => handOut(await importLines(lines, target))

const items = (count: number): Item[] => Array.from({ length: count }, (_, i) => ({ id: `id${i}`, value: i }))

/** A target that remembers each commit, with existing records. */
function target(existing: readonly Item[] = [], overrides: Partial<Target> = {}) {
  const records = new Map(existing.map((record) => [record.id, { record, version: '1' }]))
  const commits: Item[][] = []
  const whole: Target = {
    signals: [],
    keyOf: ({ id }) => id,
    check: () => {},
    prepare: async (record) => ({ record }),
    accept(line) {
      if (typeof (line as Item).id === 'string') return line as Item
      throw new SignalboxError('INVALID', 'The record is not valid', {
        fieldErrors: { '/id': [problem('error.type')] },
      })
    },
    find: async (id) => records.get(id),
    async save(writes) {
      const conflict = writes.findIndex(({ record, version }) => (records.get(record.id)?.version ?? null) !== version)
      if (conflict >= 0) return { conflict }
      for (const { record } of writes) records.set(record.id, { record, version: '2' })
      commits.push(writes.map(({ record }) => record))
      return { events: [], versions: [] }
    },
    ...overrides,
  }
  return { ...whole, records, commits }
}
const sizes = ({ commits }: { commits: Item[][] }) => commits.map(({ length }) => length)

/** Lines of a source that then waits for a line that never comes. */
function stalling(lines: readonly unknown[], onWait: () => void): AsyncIterable<unknown> {
  const rest = [...lines]
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => {
        if (rest.length > 0) return Promise.resolve({ done: false, value: rest.shift() })
        onWait()
        return new Promise<never>(() => {})
      },
    }),
  }
}

describe('an import', () => {
  it('commits in batches, in the order of the lines', async () => {
    const store = target()
    const { success } = await upload(items(2 * BATCH + 1), store)
    expect(success).toBe(2 * BATCH + 1)
    expect(sizes(store)).toEqual([BATCH, BATCH, 1])
    expect(store.commits.flat()).toEqual(items(2 * BATCH + 1))
  })

  it('commits large lines in smaller batches', async () => {
    const MIB = 1024 * 1024
    const large = (size: number) => items(6).map((item) => ({ ...item, text: 'x'.repeat(size) }))
    const bodyOf = (lines: readonly object[]) => new Blob(lines.map((one) => `${JSON.stringify(one)}\n`)).stream()
    const commitsOf = async (lines: readonly object[]) => {
      const store = target()
      expect((await upload(decodeLines(bodyOf(lines), 10 * MIB), store)).success).toBe(lines.length)
      return sizes(store)
    }
    expect(await commitsOf(large(3 * MIB))).toEqual([2, 2, 2])
    expect(await commitsOf(large(9 * MIB))).toEqual([1, 1, 1, 1, 1, 1])
    expect(await commitsOf(large(0.5 * MIB))).toEqual([6])
  })

  it('reads one batch while it writes the one before, and holds at most these two', async () => {
    let read = 0
    let written = 0
    let writing = 0
    let most = 0
    let ahead = 0
    const store = target([], {
      async save(writes) {
        expect(++writing).toBe(1)
        const before = read
        for (let turn = 0; turn < 2 * BATCH; turn++) await setImmediate()
        ahead = Math.max(ahead, read - before)
        written += writes.length
        writing--
        return { events: [], versions: [] }
      },
    })
    async function* lines() {
      for (const item of items(5 * BATCH)) {
        read++
        most = Math.max(most, read - written)
        yield item
      }
    }
    await upload(lines(), store)
    expect(written).toBe(5 * BATCH)
    expect(ahead).toBeGreaterThan(0)
    expect(most).toBe(2 * BATCH + 1)
  })

  it('reports rejected lines in the order of the batches, even if they were read while another was written', async () => {
    const forbidden = failure('FORBIDDEN', 'The call is not allowed', problem('error.forbidden'))
    const store = target([], {
      check(record) {
        if (record.id === 'id3' || record.id === `id${BATCH + 3}`) throw forbidden
      },
      async save(writes) {
        for (let turn = 0; turn < 10; turn++) await setImmediate()
        return { events: [], versions: writes.map(() => '1') }
      },
    })
    const lines: unknown[] = items(BATCH + 10)
    lines.splice(BATCH + 1, 0, { id: 7 })
    const { errors } = await upload(lines, store)
    expect(errors.errors.map(({ args }) => args[0])).toEqual(['4', String(BATCH + 2), String(BATCH + 5)])
  })

  it('lists at most 1,000 rejected lines, however many follow a batch that is being written', async () => {
    const store = target()
    function* lines() {
      yield* items(BATCH + 1)
      for (let i = 0; i < 5000; i++) yield {}
    }
    const { success, errors } = await upload(lines(), store)
    expect(success).toBe(BATCH + 1)
    expect(errors.errors).toHaveLength(1000)
  })

  it('fails as soon as a write does, even if the next line never arrives', async () => {
    const save = async () => {
      await setImmediate()
      throw new Error('the disk is full')
    }
    const waits = stalling(items(BATCH + 1), () => {})
    await expect(upload(waits, target([], { save }))).rejects.toThrow('the disk is full')
  })

  it('ends after the write that goes on when its source fails', async () => {
    let isWritten = false
    const store = target([], {
      async save() {
        await setImmediate()
        isWritten = true
        return { events: [], versions: [] }
      },
    })
    async function* lines() {
      yield* items(BATCH + 1)
      throw new Error('the connection is gone')
    }
    await expect(upload(lines(), store)).rejects.toThrow('the connection is gone')
    expect(isWritten).toBe(true)
  })

  it('of nothing writes nothing', async () => {
    const store = target()
    expect(await upload([], store)).toEqual({ success: 0, errors: { errors: [], fieldErrors: {} } })
    expect(store.commits).toEqual([])
  })

  const existing = [{ id: 'id1', value: 17 }]
  it.each<[string, ImportOptions, number, number[], number]>([
    ['replaces what is there', { strategy: 'Replace' }, 3, [3], 1],
    ['keeps what is there, and counts it neither as success nor as error', { strategy: 'Keep' }, 2, [2], 17],
    ['keeps what is there unless it is to replace', {}, 2, [2], 17],
    ['writes nothing when it only tries to replace', { dryRun: true, strategy: 'Replace' }, 3, [], 17],
    ['writes nothing when it only tries', { dryRun: true }, 2, [], 17],
  ])('%s', async (_, options, success, commits, value) => {
    const store = target(existing)
    expect(await upload(items(3), { ...store, ...options })).toMatchObject({ success })
    expect(sizes(store)).toEqual(commits)
    expect(store.records.get('id1')?.record.value).toBe(value)
  })

  it('counts unchanged records, and does not write them', async () => {
    const store = target(items(2))
    expect(await upload(items(3), { ...store, strategy: 'Replace' })).toMatchObject({ success: 3 })
    expect(store.commits).toEqual([[{ id: 'id2', value: 2 }]])
  })

  it('applies the last of several lines with the same id', async () => {
    const store = target()
    const lines = [1, 2, 3].map((value) => ({ id: 'same', value }))
    expect(await upload(lines, { ...store, strategy: 'Replace' })).toMatchObject({ success: 3 })
    expect(store.records.get('same')?.record.value).toBe(3)
  })

  it('applies the first of several lines with the same id with Keep', async () => {
    const store = target()
    const lines = [1, 2, 3].map((value) => ({ id: 'same', value }))
    expect(await upload(lines, { ...store, strategy: 'Keep' })).toMatchObject({ success: 1 })
    expect(store.records.get('same')?.record.value).toBe(1)
  })

  it.each<[ImportOptions, object]>([
    [{}, { created: 2, replaced: 0, kept: 1 }],
    [{ strategy: 'Replace' }, { created: 2, replaced: 1, kept: 0 }],
    [
      { strategy: 'Replace', dryRun: true },
      { created: 2, replaced: 1, kept: 0 },
    ],
  ])('with %j reports how many lines created, replaced and kept records: %j', async (options, counts) => {
    const result = await upload([...items(3), { id: 7 }], { ...target(existing), ...options })
    expect(importCounts(result)).toEqual(counts)
    expect(importCounts({ ...result })).toBeUndefined()
  })

  it('reads concurrently changed records again', async () => {
    const store = target([{ id: 'id1', value: 1 }])
    let raced = false
    const find: Target['find'] = async (id) => {
      const found = store.records.get(id)
      if (!raced) store.records.set('id0', { record: { id: 'id0', value: 99 }, version: '7' })
      raced = true
      return found
    }
    expect(await upload(items(3), { ...store, find, strategy: 'Keep' })).toMatchObject({ success: 1 })
    expect(store.records.get('id0')?.record.value).toBe(99)
  })
})

describe('lines that arrive in groups', () => {
  async function* groups(...all: (readonly unknown[])[]) {
    yield* all
  }

  it('are imported like single ones, in their order', async () => {
    const store = target()
    const [a, b, ...others] = items(2 * BATCH)
    const bad = failure('INVALID', 'The text is not JSON', problem('error.json'))
    const { success, errors } = await upload(ungrouped(groups([], [a, undefined, bad], [b], others)), store)
    expect(success).toBe(2 * BATCH)
    expect(errors.errors).toEqual([{ message: 'error.line.invalid', args: ['3', 'The text is not JSON'] }])
    expect(store.commits.flat()).toEqual(items(2 * BATCH))
  })

  it('are read one after the other by whoever does not know of groups', async () => {
    const values: unknown[] = []
    for await (const value of ungrouped(groups([1, 2], [], [3]))) values.push(value)
    expect(values).toEqual([1, 2, 3])
  })

  it('are left in the middle of a group by a signal, and the source is told', async () => {
    const controller = new AbortController()
    let isLeft = false
    async function* source() {
      try {
        yield items(10)
      } finally {
        isLeft = true
      }
    }
    const { accept } = target()
    const store = target([], {
      signals: [controller.signal],
      accept(line) {
        if ((line as Item).value === 4) controller.abort()
        return accept(line)
      },
    })
    const { success, errors } = await upload(ungrouped(source()), store)
    expect(success).toBe(5)
    expect(errors.errors).toEqual([{ message: 'error.interrupted', args: ['6'] }])
    expect(store.commits.flat()).toEqual(items(5))
    expect(isLeft).toBe(true)
  })
})

describe('a bad line', () => {
  const bad = failure('INVALID', 'The text is not JSON', problem('error.json'))

  it('is reported with its number and fields, while the others are written', async () => {
    const store = target()
    const lines = [{ id: 'a', value: 1 }, undefined, bad, { value: 2 }, undefined, { id: 'b', value: 3 }]
    expect(await upload(lines, store)).toEqual({
      success: 2,
      errors: {
        errors: [
          { message: 'error.line.invalid', args: ['3', 'The text is not JSON'] },
          { message: 'error.line.invalid', args: ['4', 'The record is not valid'] },
        ],
        fieldErrors: { '/4/id': [{ message: 'error.type', args: [] }] },
      },
    })
    expect(store.commits).toHaveLength(1)
  })

  it('is listed up to 1,000 lines and fields', async () => {
    function* lines() {
      for (let i = 0; i < 1500; i++) yield {}
      yield { id: 'good', value: 1 }
    }
    const { success, errors } = await upload(lines(), target())
    expect(success).toBe(1)
    expect(errors.errors).toHaveLength(1000)
    expect(Object.keys(errors.fieldErrors)).toHaveLength(1000)
    expect(errors.errors.at(-1)?.args[0]).toBe('1000')
  })

  it('is distinct from an internal failure', async () => {
    const accept = () => {
      throw new TypeError('a bug')
    }
    let returned = false
    function* lines() {
      try {
        yield 1
      } finally {
        returned = true
      }
    }
    await expect(upload(lines(), target([], { accept }))).rejects.toThrow('a bug')
    expect(returned).toBe(true)
  })
})

describe('an import stopped by a signal', () => {
  const interrupted = (line: number) => ({ message: 'error.interrupted', args: [String(line)] })

  it('writes the lines it read, and reports the first unread line', async () => {
    const controller = new AbortController()
    const store = target([], { signals: [new AbortController().signal, controller.signal] })
    function* lines() {
      for (const item of items(2 * BATCH)) {
        if (item.value === BATCH + 10) controller.abort()
        yield item
      }
    }
    const { success, errors } = await upload(lines(), store)
    expect(errors.errors).toEqual([interrupted(success + 1)])
    expect(store.commits.flat()).toEqual(items(success))
    expect(success).toBeGreaterThanOrEqual(BATCH + 10)
    expect(success).toBeLessThan(2 * BATCH)
  })

  it('ends at once, even if the next line never arrives', async () => {
    const controller = new AbortController()
    const store = target([], { signals: [new AbortController().signal, controller.signal] })
    const lines = stalling(items(3), () => controller.abort())
    const { success, errors } = await upload(lines, store)
    expect(success).toBe(3)
    expect(errors.errors).toEqual([interrupted(4)])
  })

  it('reads nothing if it was stopped before', async () => {
    const store = target([], { signals: [AbortSignal.abort()] })
    expect(await upload(items(3), store)).toMatchObject({ success: 0, errors: { errors: [interrupted(1)] } })
  })

  it('treats a then failing source as stopped', async () => {
    const controller = new AbortController()
    async function* lines() {
      yield* items(2)
      controller.abort()
      throw new Error('the connection is gone')
    }
    const store = target([], { signals: [new AbortController().signal, controller.signal] })
    expect(await upload(lines(), store)).toMatchObject({ success: 2, errors: { errors: [interrupted(3)] } })
  })

  it('reports a failed write', async () => {
    const controller = new AbortController()
    const save = async () => {
      controller.abort()
      throw new Error('the disk is full')
    }
    const store = target([], { signals: [new AbortController().signal, controller.signal], save })
    await expect(upload(items(BATCH + 1), store)).rejects.toThrow('the disk is full')
  })
})

it('an import whose source fails by itself fails with it', async () => {
  async function* lines() {
    yield* items(2)
    throw new Error('the connection is gone')
  }
  await expect(upload(lines(), target())).rejects.toThrow('the connection is gone')
})

describe('an upload that names versions', () => {
  const feature = (enabled: boolean) => ({ id: 'f', enabled, activationStrategy: 'NO_STRATEGY' }) as const

  async function uploaded(ifMatch: string, id = 'f') {
    const box = createSignalbox()
    await box.features.create({ body: feature(true) })
    const current = etagOf(await box.features.get({ id: 'f' }))
    const body = [{ ...feature(false), id }]
    const { success, errors } = await box.features.import({
      body,
      strategy: 'Replace',
      ifMatch: ifMatch === 'current' ? (current as string) : ifMatch,
    })
    return { success, problem: errors.errors[0]?.args[1], enabled: (await box.features.get({ id: 'f' })).enabled }
  }

  it('replaces a record of one of these versions', async () => {
    expect(await uploaded('current')).toEqual({ success: 1, problem: undefined, enabled: false })
  })

  it('replaces any existing record for *', async () => {
    expect(await uploaded('*')).toEqual({ success: 1, problem: undefined, enabled: false })
  })

  it('rejects a record of another version', async () => {
    const problem = expect.stringMatching(/^feature f has changed: .* not "x"; read it again$/)
    expect(await uploaded('"x"')).toEqual({ success: 0, problem, enabled: true })
  })

  it('rejects a record that does not exist', async () => {
    const problem = 'feature g does not exist, so it has no version "x"; read it again'
    expect(await uploaded('"x"', 'g')).toEqual({ success: 0, problem, enabled: true })
  })
})

describe('a dry run that replaces', () => {
  it('names the lines whose record is as sent, whatever the order of members and whichever defaults are absent', async () => {
    const box = createSignalbox()
    const grants = [{ pattern: 'shop:*' }]
    await box.users.create({ body: { id: 'ann', name: 'Ann', authorizedPatterns: grants } })
    await box.users.create({ body: { id: 'ben', name: 'Ben' } })
    const body = [
      { id: 'ben', name: 'Benjamin' },
      { authorizedPatterns: grants, name: 'Ann', id: 'ann' },
      { id: 'new', name: 'New' },
      { id: 'ben', name: 'Ben', admin: false },
    ]
    const dry = await box.users.import({ body, strategy: 'Replace', dryRun: true })
    expect(dry).toMatchObject({ success: 4, unchanged: [2, 4] })
    expect(await box.users.import({ body, strategy: 'Replace' })).not.toHaveProperty('unchanged')
  })
})
