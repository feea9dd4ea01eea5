import { describe, expect, it } from 'vitest'
import { createSignalbox, type Fetch, memoryStore } from '../../index.ts'
import { testBox } from '../../machine/callers/access.fixture.ts'

const calling = {
  kind: 'workflow',
  steps: [{ kind: 'call', function: 'core.http_client', args: { url: 'https://elsewhere.example.com' } }],
}

/** A `fetch` that responds on demand, and the number of calls that wait for it. */
function heldFetch() {
  let answers: (() => void)[] = []
  const fetch: Fetch = () => new Promise((resolve) => answers.push(() => resolve(new Response('done'))))
  return {
    fetch,
    waiting: () => answers.length,
    answer() {
      const all = answers
      answers = []
      for (const one of all) one()
    },
  }
}

describe('runs of workflows', () => {
  it('are limited in number; further runs are rejected', async () => {
    const { fetch, waiting, answer } = heldFetch()
    const box = testBox({ workflows: { fetch, runs: 2 } })
    const test = () => box.workflows.test({ body: { config: calling } })
    const first = [test(), test()]
    await expect.poll(waiting).toBe(2)
    await expect(test()).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 1,
      errors: [{ message: 'error.workflow.runs', args: ['2'] }],
    })
    answer()
    for (const { result } of await Promise.all(first)) expect(result).toMatchObject({ body: 'done' })
    const next = test()
    await expect.poll(waiting).toBe(1)
    answer()
    await next
    await box.close()
  })

  it('are at most half of them for one caller', async () => {
    const { fetch, waiting, answer } = heldFetch()
    const box = testBox({ workflows: { fetch, runs: 5 } })
    const test = (id: string, kind?: string) =>
      box.as({ id, admin: true, ...(kind && { kind }) }).workflows.test({ body: { config: calling } })
    const runs = [test('ann'), test('ann')]
    await expect.poll(waiting).toBe(2)
    await expect(test('ann')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/workflows\.runs .*SIGNALBOX_WORKFLOW_RUNS/),
      retryAfter: 1,
      errors: [{ message: 'error.workflow.runs.caller', args: ['2'] }],
    })
    runs.push(test('bob'), test('bob'), test('ann', 'ApiKey'))
    await expect.poll(waiting).toBe(5)
    await expect(test('cleo')).rejects.toMatchObject({ errors: [{ message: 'error.workflow.runs', args: ['5'] }] })
    answer()
    await Promise.all(runs)
    const next = test('ann')
    await expect.poll(waiting).toBe(1)
    answer()
    await next
    await box.close()
  })

  it('allow at least one for each caller', async () => {
    const box = testBox({ workflows: { runs: 1 } })
    const config = { kind: 'workflow', steps: [{ kind: 'value', value: 1 }] }
    const run = box.as({ id: 'ann', admin: true }).workflows.test({ body: { config } })
    await expect(run).resolves.toMatchObject({ result: 1 })
    await box.close()
  })

  it('count when they fail, too', async () => {
    const box = testBox({ workflows: { runs: 1 } })
    for (let i = 0; i < 3; i++)
      await expect(box.workflows.test({ body: { config: calling } })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await box.close()
  })

  it('end when the box closes', async () => {
    const { fetch, waiting } = heldFetch()
    const box = testBox({ workflows: { fetch } })
    let isOver = false
    const ended = expect(box.workflows.test({ body: { config: calling } })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    })
    const over = ended.then(() => {
      isOver = true
    })
    await expect.poll(waiting).toBe(1)
    await box.close()
    await over
    expect(isOver).toBe(true)
  })

  it('end when their caller disconnects', async () => {
    const { fetch, waiting } = heldFetch()
    const box = testBox({ workflows: { fetch } })
    const caller = new AbortController()
    const run = box.workflows.test({ body: { config: calling } }, { signal: caller.signal })
    const ended = expect(run).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect.poll(waiting).toBe(1)
    caller.abort()
    await ended
    await box.close()
  })

  it.each<[options: object, sentence: string]>([
    [{ runs: 0 }, 'workflows.runs is 0: expected a whole number from 1 upwards'],
    [{ kept: -1 }, 'workflows.kept is -1'],
    [{ budgets: { steps: Number.NaN } }, 'workflows.budgets.steps is NaN'],
    [{ budgets: { memory: '1' } }, 'workflows.budgets.memory is 1'],
    [
      { budgets: { time: Number.POSITIVE_INFINITY } },
      'workflows.budgets.time is Infinity: expected a whole number from 1 to',
    ],
    [{ budgets: { time: 2 ** 31 } }, 'workflows.budgets.time is 2147483648'],
    [{ budgets: { stesp: 1 } }, 'workflows.budgets does not take stesp; it takes steps, time'],
  ])('reject invalid limits: %j', (workflows, sentence) => {
    expect(() => createSignalbox({ workflows })).toThrow(RangeError)
    expect(() => createSignalbox({ workflows })).toThrow(sentence)
  })

  it('have defaults for omitted limits', async () => {
    const budgets = { steps: undefined } as object
    const box = testBox({ workflows: { kept: 0, budgets } })
    expect(await box.workflows.test({ body: { config: { kind: 'workflow', steps: [] } } })).toMatchObject({
      omitted: 0,
    })
    await box.close()
  })

  it('have the budgets of the instance, or lower ones on request', async () => {
    const box = testBox({ workflows: { budgets: { steps: 5 } } })
    const config = { kind: 'workflow', steps: Array.from({ length: 8 }, () => ({ kind: 'noop' })) }
    const used = (limit: string) => ({
      code: 'INVALID',
      errors: [{ message: 'error.workflow.budget', args: ['steps', limit] }],
    })
    await expect(box.workflows.test({ body: { config } })).rejects.toMatchObject(used('5'))
    await expect(box.workflows.test({ body: { config, budgets: { steps: 100 } } })).rejects.toMatchObject(used('5'))
    await expect(box.workflows.test({ body: { config, budgets: { steps: 2 } } })).rejects.toMatchObject(used('2'))
    await box.close()
  })

  it('increment a shared key without lost updates', async () => {
    const box = testBox()
    const count = { kind: 'call', function: 'core.store_increment', args: { key: 'orders' } }
    const config = { kind: 'workflow', steps: [count] }
    const results = await Promise.all(Array.from({ length: 20 }, () => box.workflows.test({ body: { config } })))
    expect(results.map(({ result }) => Number(result)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    )
    await box.close()
  })

  it('write nothing more after their caller has disconnected', async () => {
    const caller = new AbortController()
    const store = memoryStore()
    let tries = 0
    const commit: typeof store.commit = async () => {
      tries++
      caller.abort()
      await new Promise(setImmediate)
      return { conflict: 0 }
    }
    const box = testBox({ store: { ...store, commit } })
    const steps = [{ kind: 'call', function: 'core.store_set', args: { key: 'busy', value: 1 } }]
    const run = box.workflows.test({ body: { config: { kind: 'workflow', steps } } }, { signal: caller.signal })
    await expect(run).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    for (let i = 0; i < 10; i++) await new Promise(setImmediate)
    expect(tries).toBe(1)
    await box.close()
  })

  it('store no value larger than a record', async () => {
    const box = testBox({ bodyLimit: 1000 })
    const config = {
      kind: 'workflow',
      steps: [{ kind: 'call', function: 'core.store_set', args: { key: 'k', value: '${input}' } }],
    }
    await expect(box.workflows.test({ body: { config, input: 'x'.repeat(999) } })).rejects.toMatchObject({
      code: 'TOO_LARGE',
    })
    await box.workflows.test({ body: { config, input: 'x'.repeat(900) } })
    await box.close()
  })

  it('store values up to 64 KiB, up to a limited number', async () => {
    const box = testBox({ workflows: { kept: 2 } })
    const config = {
      kind: 'workflow',
      steps: [{ kind: 'call', function: 'core.store_set', args: { key: '${input.key}', value: '${input.value}' } }],
    }
    const keep = (key: string, value: unknown) => box.workflows.test({ body: { config, input: { key, value } } })
    await expect(keep('a', 'x'.repeat(65_535))).rejects.toMatchObject({ code: 'TOO_LARGE' })
    for (const key of ['a', 'b', 'a']) await keep(key, 1)
    await expect(keep('c', 1)).rejects.toMatchObject({
      code: 'INVALID',
      message: expect.stringMatching(/workflows\.kept .*SIGNALBOX_WORKFLOW_KEPT/),
      errors: [{ message: 'error.workflow.kept', args: ['2'] }],
    })
    await box.close()
  })

  it('emit a limited number of events', async () => {
    const store = memoryStore()
    const box = testBox({ store })
    const flood = { kind: 'call', function: 'core.emit_event', args: { name: 'again' } }
    const config = { kind: 'workflow', steps: [{ kind: 'while', predicate: true, node: flood }] }
    await expect(box.workflows.test({ body: { config } })).rejects.toMatchObject({
      errors: [{ message: 'error.workflow.budget', args: ['steps', '10000'] }],
    })
    let emitted = 0
    for await (const { type } of store.read({ after: 0 })) if (type === 'WORKFLOW_EVENT_EMITTED') emitted++
    expect(emitted).toBeGreaterThan(0)
    expect(emitted).toBeLessThan(100)
    await box.close()
  })
})
