import { Unleash } from 'unleash-client'
import { expect, it, onTestFinished } from 'vitest'
import { ask } from './questions.fixture.ts'

const share = (rollout: number, stickiness: string, groupId: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness, groupId },
  constraints: [],
})
const variants = (stickiness: string) =>
  [333, 333, 334, 0].map((weight, i) => ({
    name: `v${i}`,
    weight,
    stickiness,
    payload: { type: 'string', value: `${i}` },
  }))
const inFrance = { contextName: 'country', operator: 'IN', values: ['FR'] }

const strategies = {
  'by-user': [share(37, 'userId', 'a')],
  'by-default': [share(50, 'default', 'b')],
  'by-session': [share(12, 'sessionId', 'c')],
  'by-company': [share(81, 'company', 'd')],
  'by-name': [share(45, 'default', '')],
  gradual: [{ name: 'gradualRolloutUserId', parameters: { percentage: '23', groupId: 'e' } }],
  two: [share(30, 'userId', 'f'), share(30, 'userId', 'g')],
  three: [
    { ...share(20, 'default', 'h'), constraints: [inFrance] },
    { name: 'userWithId', parameters: { userIds: 'user-1,user-2, user-3' } },
    share(10, 'company', 'i'),
  ],
  different: [
    { ...share(60, 'default', 'j'), variants: variants('default') },
    { ...share(100, 'default', 'k'), constraints: [inFrance], variants: variants('company') },
    share(50, 'userId', 'l'),
  ],
}
const features = Object.entries(strategies).map(([name, list], i) => ({
  name,
  enabled: true,
  strategies: list,
  variants: i % 2 === 0 ? variants('default') : [],
}))
const dependent = {
  name: 'dependent',
  enabled: true,
  strategies: [share(50, 'userId', 'm')],
  dependencies: [{ feature: 'two' }],
}
const overridden = {
  name: 'overridden',
  enabled: true,
  strategies: [{ name: 'default' }],
  variants: variants('userId').map((one, i) => ({
    ...one,
    overrides: i === 3 ? [{ contextName: 'country', values: ['DE'] }] : [],
  })),
}
const state = { version: 2, features: [...features, dependent, overridden] }

/** A client of Unleash with these flags, without a network. */
async function clientOf(data: typeof state): Promise<Unleash> {
  const client = new Unleash({
    url: 'http://127.0.0.1:1',
    appName: 'test',
    bootstrap: { data: data.features as never },
    disableMetrics: true,
    refreshInterval: 0,
    disableAutoStart: true,
    storageProvider: { get: async () => undefined, set: async () => {} },
  })
  client.on('error', () => {})
  onTestFinished(() => client.destroy())
  const ready = new Promise((resolve) => client.once('ready', resolve))
  void client.start()
  await ready
  return client
}

/** Each client has what all flags are sticky to, so that nothing is chosen at random. */
const contextOf = (i: number) => ({
  userId: `user-${i}`,
  sessionId: `session ${i * 7}`,
  properties: { country: ['FR', 'DE', 'IT'][i % 3] as string, company: String(i % 101) },
})

it('5,000 clients get from the imported flags what the client of Unleash answers', async () => {
  const client = await clientOf(state)
  const { isEnabled, getVariant, report } = await ask(state)
  expect(report.failures).toEqual([])
  const wrong: object[] = []
  const active = new Map<string, number>()
  for (let i = 0; i < 5000; i++) {
    const context = contextOf(i)
    for (const { name } of state.features) {
      const enabled = client.isEnabled(name, context)
      if (enabled) active.set(name, (active.get(name) ?? 0) + 1)
      const { featureEnabled, ...variant } = client.getVariant(name, context)
      const ours = { enabled: isEnabled(name, context), variant: getVariant(name, context) as { name: string } }
      if (ours.enabled !== enabled || ours.variant.name !== variant.name) wrong.push({ name, context, variant, ours })
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
  expect([...active.keys()].sort()).toEqual(state.features.map(({ name }) => name).sort())
})

it.each([
  ['a session alone', { sessionId: 'session-7' }],
  ['an empty user', { userId: '', sessionId: 'session-8' }],
])('%s decides by default', async (_, context) => {
  const client = await clientOf(state)
  const { isEnabled, getVariant } = await ask(state)
  for (const name of ['by-default', 'by-name', 'different']) {
    expect([name, isEnabled(name, context)]).toEqual([name, client.isEnabled(name, context)])
    expect((getVariant(name, context) as { name: string }).name).toBe(client.getVariant(name, context).name)
  }
})
