import { describe, expect, it } from 'vitest'
import { nameHosts, readHosts } from './postgres-hosts.ts'
import { isStoreUrl } from './stores.ts'

describe('the URL of a database', () => {
  it('has one host, or several with ports of their own', () => {
    expect(readHosts('postgres://ann:s@one/db?sslmode=require')?.urls).toEqual([
      'postgres://ann:s@one/db?sslmode=require',
    ])
    expect(readHosts('postgresql://ann:s%40@one:5432,[::1]:5433,three/db?sslmode=require')?.urls).toEqual([
      'postgresql://ann:s%40@one:5432/db?sslmode=require',
      'postgresql://ann:s%40@[::1]:5433/db?sslmode=require',
      'postgresql://ann:s%40@three/db?sslmode=require',
    ])
  })

  it('may tell which of them to use, which the driver does not read', () => {
    const read = readHosts('postgres://one,two/db?target_session_attrs=read-write')
    expect(read).toEqual({ urls: ['postgres://one/db', 'postgres://two/db'], target: 'read-write' })
  })

  it.each(['postgres://', 'postgres:///db', 'postgres://one,/db', 'postgres://one:x,two/db', 'postgres:one'])(
    'is invalid without a host in each place: %s',
    (url) => expect(readHosts(url)).toBeUndefined(),
  )

  it('is named with all hosts and without the password', () => {
    expect(nameHosts('postgres://ann:secret@one:5432,two/db?password=hidden')).toBe('postgres://one:5432,two/db')
  })

  it('must be that of a primary for a store', () => {
    const fits = (target: string) => isStoreUrl(`postgres://one,two/db?target_session_attrs=${target}`)
    expect(['read-write', 'primary', 'any', 'standby', 'prefer-standby'].map(fits)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
