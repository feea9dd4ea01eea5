import { describe, expect, it } from 'vitest'
import type { WorkflowFunction } from '../functions/function.ts'
import { functionTable, runSteps } from './run.fixture.ts'

const TOKEN = 'tok-0123456789'
const value = (value: unknown) => ({ kind: 'value', value })
const call = (name: string, args: object) => ({ kind: 'call', function: `core.${name}`, args })
const assign = (name: string, value: unknown) => ({ kind: 'assign', values: [{ name, value }] })
const secrets: WorkflowFunction['secrets'] = (args) => [(args as { sent: string }).sent]
const functions = functionTable({ 'core.x': async () => 1 }, { 'core.x': { secrets, shown: () => '********' } })
const journalOf = async (...steps: object[]) => {
  const { journal, logs } = await runSteps(steps, { functions })
  return JSON.stringify([journal, logs])
}

describe('a secret of a run is masked', () => {
  it('everywhere, after it was passed to a function as a secret', async () => {
    const told = await journalOf(
      assign('innocent', `${TOKEN}!`),
      call('x', { sent: TOKEN }),
      value(['seen ${innocent}', { deep: [TOKEN] }]),
      call('log', { message: 'with ${innocent}' }),
    )
    expect(told).not.toContain(TOKEN)
    expect(told).toContain('seen ********!')
    expect(told).toContain('with ********!')
  })

  it('in earlier journal entries, too', async () => {
    const before = [call('log', { message: TOKEN }), value([TOKEN, 'seen'])]
    const told = await journalOf(...before, call('x', { sent: TOKEN }))
    expect(told).not.toContain(TOKEN)
    expect(told).toContain('seen')
  })

  it('everywhere, after it was a member with a secret name', async () => {
    const told = await journalOf(
      { ...value({ access_token: TOKEN }), result: 'answer' },
      value('${answer.access_token}'),
    )
    expect(told).not.toContain(TOKEN)
  })

  it('everywhere, after it was assigned to a secret name', async () => {
    expect(await journalOf(assign('token', TOKEN), value('${token}'))).not.toContain(TOKEN)
  })

  it('if the input has it under a secret name', async () => {
    const input = { user: 'ann', login: { password: TOKEN, note: 'not a secret' } }
    const steps = [
      call('log', { message: 'logs in with ${input.login.password}' }),
      value(['${input.login.password}', '${input.login.note}']),
    ]
    const { journal, logs } = await runSteps(steps, { functions }, input)
    expect(JSON.stringify([journal, logs])).not.toContain(TOKEN)
    expect(logs).toEqual(['logs in with ********'])
    expect(JSON.stringify(journal)).toContain('not a secret')
  })

  it('in a truncated text', async () => {
    const long = `${'x'.repeat(990)}${TOKEN}`
    const told = await journalOf(call('x', { sent: TOKEN }), value(long), value(long.slice(2)))
    expect(told).not.toContain('tok-')
  })

  it('in the journal of a failure, too', async () => {
    const steps = [call('x', { sent: TOKEN }), { kind: 'error', message: `no ${TOKEN}` }]
    const failure: unknown = await runSteps(steps, { functions }).catch((error) => error)
    const { journal } = (failure as { members: { journal: { error?: { message: string } }[] } }).members
    expect(journal.at(-1)!.error!.message).toContain('no ********')
  })

  it('in the message and details of the failure', async () => {
    const raise = { kind: 'error', message: `no ${TOKEN}`, details: { seen: [TOKEN] } }
    const failure: unknown = await runSteps([call('x', { sent: TOKEN }), raise], { functions }).catch((error) => error)
    expect(failure).toMatchObject({
      message: 'Node /steps/1: no ********',
      errors: [{ message: 'error.workflow.raised', args: ['no ********'] }],
      members: { details: { seen: ['********'] } },
    })
  })

  it('in names', async () => {
    const named = { $map_put: { map: {}, name: `by ${TOKEN}`, value: 1 } }
    const told = await journalOf(call('x', { sent: TOKEN }), value(named))
    expect(told).not.toContain(TOKEN)
    expect(told).toContain('by ********')
  })

  it('but not in the result', async () => {
    const { result } = await runSteps([call('x', { sent: TOKEN }), value(TOKEN)], { functions })
    expect(result).toBe(TOKEN)
  })

  it('unless it is very short', async () => {
    expect(await journalOf(call('x', { sent: 'log' }), call('log', { message: 'logged' }))).toContain('logged')
  })

  it('in time independent of the number of secrets', async () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`s${i}`, `secret-number-${i}`]))
    const told = await journalOf(value({ $raw: { tokens: many } }), call('x', { sent: TOKEN }), value(TOKEN))
    expect(told).not.toContain(TOKEN)
  })
})
