import { effect } from '@preact/signals'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type AskedRequest, createExplaining } from './create-explaining.ts'
import type { Explanation } from './explanation.ts'

const request = (url: string): AskedRequest => ({ method: 'GET', url, headers: [], address: '' })
const tick = () => new Promise((resolve) => setTimeout(resolve))

/** A data plane that answers when it is told to, with the revision that it serves. */
function plane() {
  const answers: ((revision: number | Error) => void)[] = []
  const asked: string[] = []
  let go = () => {}
  const explaining = createExplaining({
    explain: ({ url }) =>
      new Promise((resolve, reject) => {
        asked.push(url)
        answers.push((revision) =>
          revision instanceof Error
            ? reject(revision)
            : resolve({ revision, candidates: [], plugins: [] } as unknown as Explanation),
        )
      }),
    planes: async () => [],
    routeOf: async () => undefined,
    pause: () => new Promise((resolve) => (go = resolve)),
  })
  const answer = async (at: number, revision: number | Error) => {
    answers[at]!(revision)
    await tick()
  }
  const pass = async () => {
    go()
    await tick()
  }
  const look = () => effect(() => void explaining.answer.value)
  return { explaining, asked, answer, pass, look }
}

describe('an explanation', () => {
  it('is of the last request, in whatever order answers come', async () => {
    const { explaining, answer } = plane()
    void explaining.ask(request('/first'))
    void explaining.ask(request('/last'))
    await answer(1, 5)
    await answer(0, 5)
    expect([explaining.answer.value?.request.url, explaining.isAsking.value]).toEqual(['/last', false])
  })

  it('is asked again after changes, once for many, until the data plane serves them', async () => {
    const { explaining, asked, answer, pass, look } = plane()
    onTestFinished(look())
    explaining.changed(1)
    await pass()
    expect(asked).toEqual([])
    void explaining.ask(request('/a'))
    await answer(0, 1)
    explaining.changed(2)
    explaining.changed(3)
    await pass()
    expect(asked).toHaveLength(2)
    await answer(1, 2)
    await pass()
    await answer(2, 3)
    await pass()
    expect(asked).toHaveLength(3)
  })

  it('that nobody looks at is not asked again until someone does', async () => {
    const { explaining, asked, answer, pass, look } = plane()
    const leave = look()
    void explaining.ask(request('/a'))
    await answer(0, 1)
    explaining.changed(2)
    leave()
    await pass()
    explaining.changed(3)
    await pass()
    expect(asked).toHaveLength(1)
    onTestFinished(look())
    await pass()
    await answer(1, 3)
    expect(asked).toHaveLength(2)
  })

  it('gives way to the failure of the next one', async () => {
    const { explaining, answer } = plane()
    void explaining.ask(request('/a'))
    await answer(0, 1)
    void explaining.ask(request('/b'))
    await answer(1, new Error('no plane'))
    expect(explaining.answer.value).toBe(undefined)
    expect(explaining.failure.value?.error).toEqual(new Error('no plane'))
  })
})
