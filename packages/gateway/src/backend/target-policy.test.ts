import { describe, expect, it } from 'vitest'
import { createTargetPolicy } from './target-policy.ts'

describe('cloud metadata services', () => {
  it.each([
    ...['169.254.169.254', '::ffff:169.254.169.254', '::ffff:a9fe:a9fe', '0:0:0:0:0:ffff:a9fe:a9fe'],
    ...['fd00:ec2::254', 'FD00:0EC2:0::254', 'fd00:ec2::254%eth0'],
    ...['100.100.100.200', '::ffff:100.100.100.200', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '2002:a9fe:a9fe::1'],
    ...['::169.254.169.254', '2001:0:53aa:64c::5601:5601', '64:ff9b::c000:c0'],
  ])('%s must not be called unless it is allowed', (address) => {
    expect(createTargetPolicy().refusal('a.test', address)).toContain('backends.allowMetadata')
    expect(createTargetPolicy({ allow: ['*.test'] }).refusal('a.test', address)).toContain('metadata')
    expect(createTargetPolicy({ allowMetadata: true }).refusal('a.test', address)).toBeUndefined()
  })

  it.each(['127.0.0.1', '10.0.0.1', '192.168.1.1', '169.254.1.1', '::1', 'fd00::1', '8.8.8.8'])(
    '%s is not of one',
    (address) => expect(createTargetPolicy().refusal('a.test', address)).toBeUndefined(),
  )

  it.each(['169.254.169.254', '2852039166', '0xa9.0xfea9fe', '[::ffff:a9fe:a9fe]', '::ffff:169.254.169.254'])(
    'the target %s names one in its own spelling',
    (name) => expect(createTargetPolicy().refusalOfName(name)).toContain('metadata'),
  )
})

describe('addresses that stand for all of a machine', () => {
  it.each(['0.0.0.0', '0.255.0.1', '::', '::%lo', '::ffff:0.0.0.0', '::ffff:0:0', '64:ff9b::', '2002::1', '::0.0.0.7'])(
    '%s must not be called, whatever is allowed',
    (address) => {
      const why = expect.stringContaining('stands for all addresses of a machine')
      expect(createTargetPolicy().refusal('a.test', address)).toEqual(why)
      const open = createTargetPolicy({ allow: ['0.0.0.0/0', '::/0', '*.test'], allowMetadata: true })
      expect(open.refusal('a.test', address)).toEqual(why)
    },
  )

  it.each(['0', '0x0', '00.0x0', '0.0.0.0.', '%30.0.0.0', '[::]', '::', '[::ffff:0.0.0.0]', '0.0'])(
    'the target %s names one in its own spelling',
    (name) => expect(createTargetPolicy().refusalOfName(name)).toContain('stands for all addresses'),
  )
})

describe('what targets may name', () => {
  const policy = createTargetPolicy({ allow: ['10.0.0.0/8', '192.0.2.7', 'fc00::/7', '*.internal', 'API.example'] })

  it.each([
    ['a.test', '10.1.2.3'],
    ['a.test', '::ffff:10.1.2.3'],
    ['a.test', '192.0.2.7'],
    ['a.test', 'fd12::1'],
    ['db.internal', '8.8.8.8'],
    ['a.db.INTERNAL', '8.8.8.8'],
    ['api.example', '8.8.8.8'],
  ])('%s at %s is in the list', (name, address) => expect(policy.refusal(name, address)).toBeUndefined())

  it.each([
    ['a.test', '11.0.0.1'],
    ['internal', '8.8.8.8'],
    ['xinternal', '8.8.8.8'],
    ['x.api.example', '8.8.8.8'],
    ['a.test', '192.0.2.8'],
  ])('%s at %s is not', (name, address) =>
    expect(policy.refusal(name, address)).toBe(`backends.allow contains neither ${name} nor ${address}`),
  )

  it('a name whose address is not known must be in the list itself', () => {
    expect(policy.refusalOfName('db.internal')).toBeUndefined()
    expect(policy.refusalOfName('10.0.0.9')).toBeUndefined()
    expect(policy.refusalOfName('a.test')).toBe('backends.allow does not contain a.test')
    expect(createTargetPolicy().refusalOfName('a.test')).toBeUndefined()
  })

  it('an empty list allows nothing', () => {
    expect(createTargetPolicy({ allow: [] }).refusal('a.test', '127.0.0.1')).toBeDefined()
  })

  it.each(['*', '*.*', '10.0.0.0/33', 'http://a', 'a:80', ''])('"%s" is invalid', (entry) => {
    expect(() => createTargetPolicy({ allow: [entry] })).toThrow(RangeError)
  })
})
