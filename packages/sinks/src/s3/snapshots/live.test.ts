import { live } from '@signalbox/client'
import { expect, it, onTestFinished } from 'vitest'
import { feature, startSnapshots } from '../s3.fixture.ts'

type From = NonNullable<NonNullable<Parameters<typeof live>[1]>['from']>

/** Flags that look for newer snapshots all the time, and what they reported. */
function follow(from: From, options: Parameters<typeof live>[1] = {}) {
  const flags = live(undefined, { from, poll: 5, ...options })
  const errors: string[] = []
  flags.on('error', (error) => errors.push(String(error)))
  onTestFinished(() => flags.close())
  return { flags, errors }
}

it('flags come from snapshots, and follow them', async () => {
  const { box, write, reader } = await startSnapshots()
  await box.segments.create({ body: { id: 'staff', included: ['ann'] } as never })
  await box.features.create({ body: feature('shop:express') })
  await box.features.create({
    body: {
      id: 'shop:staff',
      enabled: true,
      activationStrategy: 'RULES',
      parameters: { rules: [{ when: { segment: 'staff' } }] },
    } as never,
  })
  await box.configs.create({ body: { id: 'shop:limit', type: 'number', value: 10 } })
  await write()
  const { flags, errors } = follow(reader())
  await flags.ready()
  expect(flags.status).toBe('fresh')
  expect([flags.isActive('shop:express'), flags.isActive('other'), flags.config('shop:limit')]).toEqual([
    true,
    false,
    10,
  ])
  expect([flags.isActive('shop:staff', { id: 'ann' }), flags.isActive('shop:staff', { id: 'ben' })]).toEqual([
    true,
    false,
  ])
  await box.features.patch({ id: 'shop:express', body: { enabled: false } })
  await box.configs.delete({ id: 'shop:limit' })
  await write()
  await expect.poll(() => flags.isActive('shop:express')).toBe(false)
  expect(flags.configRecord('shop:limit')).toBeUndefined()
  expect(errors).toEqual([expect.stringContaining('Notice: Feature other does not exist')])
})

it('patterns choose the flags that are held', async () => {
  const { box, write, reader } = await startSnapshots()
  for (const id of ['shop:a', 'mail:a']) await box.features.create({ body: feature(id) })
  await write()
  const { flags } = follow(reader(), { patterns: 'shop:*' })
  await flags.ready()
  expect([flags.isActive('shop:a'), flags.isActive('mail:a')]).toEqual([true, false])
})

it('flags stay as they are while snapshots are invalid or away, which is reported once', async () => {
  const { box, s3, write, reader } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  await write()
  const { flags, errors } = follow(reader())
  await flags.ready()
  const good = s3.objects.get('prod/latest.json')
  s3.objects.set('prod/latest.json', { body: Buffer.from('{}'), etag: '"bad"', at: 0 })
  await expect.poll(() => flags.status).toBe('stale')
  expect(flags.isActive('a')).toBe(true)
  s3.objects.set('prod/latest.json', good as never)
  await expect.poll(() => flags.status).toBe('fresh')
  s3.fault = () => 'lost'
  await expect.poll(() => flags.status).toBe('stale')
  expect(flags.isActive('a')).toBe(true)
  s3.fault = () => undefined
  await expect.poll(() => flags.status).toBe('fresh')
  expect(errors).toEqual([
    expect.stringContaining('latest.json is invalid'),
    expect.stringContaining('cannot be reached'),
  ])
})

it('a hundred followers get each change, and ask for little else', async () => {
  const { box, s3, write, reader } = await startSnapshots()
  await box.features.create({ body: feature('a') })
  await write()
  const followers = Array.from({ length: 100 }, () => follow(reader(), { poll: 200, timeoutMs: 60_000 }).flags)
  await Promise.all(followers.map((flags) => flags.ready()))
  await box.features.patch({ id: 'a', body: { enabled: false } })
  await write()
  await expect.poll(() => followers.every((flags) => !flags.isActive('a'))).toBe(true)
  const read = s3.requests.filter((one) => one.startsWith('GET prod/snapshots/'))
  expect(read).toHaveLength(200)
})
