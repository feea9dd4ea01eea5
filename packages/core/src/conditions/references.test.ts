import { describe, expect, it, vi } from 'vitest'
import { timeZone } from '../machine/time/time.ts'
import { compileCondition } from './compile.ts'
import type { Condition } from './condition.ts'
import type { CompiledCondition } from './environment.ts'
import { createReferences, MOST_STEPS } from './references.ts'

/** References to segments that are conditions, by id. */
function segmentsOf(conditions: Readonly<Record<string, Condition>>) {
  const references = createReferences(() => undefined)
  const environment = { clock: () => 0, zone: timeZone('UTC'), ...references }
  const compile = (condition: Condition): CompiledCondition => compileCondition(condition, environment)
  const set = (id: string, condition: Condition) => {
    compile({ segment: id }) // a reference that something waits for
    references.set('segment', id, compile(condition))
  }
  for (const [id, condition] of Object.entries(conditions)) set(id, condition)
  return { ...references, compile, setSegment: set }
}

const inFrance: Condition = { attribute: 'country', operator: 'is', value: 'FR' }

describe('a reference', () => {
  it('is unresolved until something has its id, and again when that is removed', () => {
    const { compile, setSegment, set } = segmentsOf({})
    const { isTrue, isUnresolved } = compile({ not: { segment: 'fr' } })
    expect([isTrue({}), isUnresolved?.({})]).toEqual([false, true])
    setSegment('fr', inFrance)
    expect([isTrue({}), isTrue({ country: 'FR' }), isUnresolved?.({})]).toEqual([true, false, false])
    set('segment', 'fr', undefined)
    expect([isTrue({}), isUnresolved?.({})]).toEqual([false, true])
  })

  it('stands for what was there before the first condition with it', () => {
    const references = createReferences((kind, id) =>
      kind === 'segment' && id === 'all' ? { isTrue: () => true } : undefined,
    )
    expect(references.segment('all')?.isTrue({})).toBe(true)
    expect(references.feature('all')?.isTrue({})).toBe(false)
  })

  it('follows changes two references away', () => {
    const { compile, setSegment } = segmentsOf({ a: { segment: 'b' }, b: inFrance })
    const { isTrue } = compile({ segment: 'a' })
    expect(isTrue({ country: 'FR' })).toBe(true)
    setSegment('b', { not: inFrance })
    expect(isTrue({ country: 'FR' })).toBe(false)
  })

  it('that leads back to itself is false instead of endless', () => {
    const { compile } = segmentsOf({ a: { segment: 'b' }, b: { any: [{ segment: 'a' }, inFrance] } })
    const { isTrue } = compile({ segment: 'a' })
    expect([isTrue({ country: 'FR' }), isTrue({ country: 'DE' })]).toEqual([true, false])
  })

  it('is unresolved after a chain of as many references as documented, however long the chain is', () => {
    const chainOf = (length: number) => {
      const ids = Array.from({ length }, (_, i) => `s${i}`)
      const links = ids.map((id, i) => [id, i + 1 < length ? { segment: `s${i + 1}` } : { all: [] }] as const)
      const { isTrue, isUnresolved } = segmentsOf(Object.fromEntries(links)).compile({ segment: 's0' })
      return [isTrue({}), isUnresolved?.({}), isTrue({})]
    }
    expect(chainOf(MOST_STEPS)).toEqual([true, false, true])
    expect(chainOf(MOST_STEPS + 1)).toEqual([false, true, false])
    expect(chainOf(20_000)).toEqual([false, true, false])
  })

  it('is evaluated once per evaluation, however many ways lead to it', () => {
    const count = 40
    const last = vi.fn(() => true)
    const references = createReferences((_, id) => (id === `s${count}` ? { isTrue: last } : undefined))
    const environment = { clock: () => 0, zone: timeZone('UTC'), ...references }
    const next = (i: number): Condition => ({ all: [{ segment: `l${i}` }, { segment: `r${i}` }] })
    for (let i = count - 1; i >= 0; i--) {
      for (const side of ['l', 'r']) {
        references.segment(`${side}${i}`)
        const target: Condition = { segment: i === count - 1 ? `s${count}` : `s${i + 1}` }
        references.set('segment', `${side}${i}`, compileCondition(target, environment))
      }
      references.segment(`s${i}`)
      references.set('segment', `s${i}`, compileCondition(next(i), environment))
    }
    const { isTrue } = compileCondition({ segment: 's0' }, environment) // 2 to the power of 40 ways
    expect(isTrue({})).toBe(true)
    expect(last).toHaveBeenCalledOnce()
    isTrue({})
    expect(last).toHaveBeenCalledTimes(2)
  })

  it('is evaluated anew for another context, even within an evaluation', () => {
    const { compile, evaluation } = segmentsOf({ fr: inFrance })
    const isFrench = evaluation(compile({ segment: 'fr' }).isTrue)
    const inner = { country: 'DE' }
    const outer = {
      get country() {
        return isFrench(inner) ? 'XX' : 'FR'
      },
    }
    expect(isFrench(outer)).toBe(true)
  })

  it('is evaluated anew for a context that has changed', () => {
    const { compile } = segmentsOf({ fr: inFrance })
    const { isTrue } = compile({ segment: 'fr' })
    const context = { country: 'FR' }
    expect(isTrue(context)).toBe(true)
    context.country = 'DE'
    expect(isTrue(context)).toBe(false)
  })

  it('is evaluated again after an evaluation that failed', () => {
    const { compile } = segmentsOf({ fr: inFrance })
    const { isTrue } = compile({ segment: 'fr' })
    const broken = {
      get country(): string {
        throw new Error('no country')
      },
    }
    expect(() => isTrue(broken)).toThrow('no country')
    expect(isTrue({ country: 'FR' })).toBe(true)
  })
})
