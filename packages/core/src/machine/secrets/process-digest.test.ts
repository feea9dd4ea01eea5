import { createHash } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hostHash } from './host-hash.ts'
import { processDigest } from './process-digest.ts'
import { digest } from './secret.ts'

afterEach(() => vi.unstubAllGlobals())

describe('the hash of the host', () => {
  it.each(['', 'a', 'ü☂', '\ud800', 's'.repeat(1000)])('is SHA-256 in hexadecimal: %#', (text) => {
    expect(hostHash()(text)).toBe(createHash('sha256').update(text).digest('hex'))
  })

  it('is not the one in JavaScript where Node is', () => {
    expect(hostHash()).not.toBe(digest)
  })

  it.each([
    ['no process', undefined],
    ['a process without modules', {}],
    ['no module for hashes', { getBuiltinModule: () => undefined }],
    ['a module without one-shot hashes', { getBuiltinModule: () => ({}) }],
    ['hashes of another kind', { getBuiltinModule: () => ({ hash: () => new Uint8Array(32) }) }],
    [
      'modules that fail',
      {
        getBuiltinModule() {
          throw new Error('not here')
        },
      },
    ],
  ])('is the one in JavaScript with %s', (_, process) => {
    vi.stubGlobal('process', process)
    const hash = hostHash()
    vi.unstubAllGlobals()
    expect(hash).toBe(digest)
  })
})

describe('the digest of a process', () => {
  it('is that of its key and the text', () => {
    const digestOf = processDigest((bytes) => new Uint8Array(bytes).fill(7))
    expect(digestOf('secret')).toBe(digest(`${'07'.repeat(32)}secret`))
  })

  it('draws its key once, at the first use', () => {
    const random = vi.fn((bytes: number) => crypto.getRandomValues(new Uint8Array(bytes)))
    const digestOf = processDigest(random)
    expect(random).not.toHaveBeenCalled()
    expect(digestOf('secret')).toBe(digestOf('secret'))
    expect(random).toHaveBeenCalledTimes(1)
    expect(processDigest(random)('secret')).not.toBe(digestOf('secret'))
  })
})
