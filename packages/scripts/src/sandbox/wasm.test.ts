import { describe, expect, it } from 'vitest'
import { pageBytes, withMemoryCeiling } from './wasm.ts'

/** A module with one memory of `pages` without a maximum, exported as `m`. */
const memoryOf = (pages: number) =>
  Uint8Array.of(...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], ...[5, 3, 1, 0, pages], ...[7, 5, 1, 1, 'm'.charCodeAt(0), 2, 0])
const instantiate = async (bytes: Uint8Array<ArrayBuffer>) => {
  const { instance } = await WebAssembly.instantiate(bytes)
  return instance.exports.m as WebAssembly.Memory
}

describe('a module with a memory limit', () => {
  it('grows up to the limit', async () => {
    const memory = await instantiate(withMemoryCeiling(memoryOf(2), 300))
    memory.grow(298)
    expect(memory.buffer.byteLength).toBe(300 * pageBytes)
    expect(() => memory.grow(1)).toThrow(RangeError)
  })

  it('grows further without the limit', async () => {
    const memory = await instantiate(memoryOf(2))
    memory.grow(299)
    expect(memory.buffer.byteLength).toBe(301 * pageBytes)
  })

  it('must define a memory', () => {
    expect(() => withMemoryCeiling(memoryOf(2).subarray(0, 8), 300)).toThrow('defines no memory')
    expect(() => withMemoryCeiling(memoryOf(2).subarray(0, 9), 300)).toThrow('ends too early')
  })
})
