import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { root } from './readmes/blocks.ts'
import { leftOutBy, suites } from './suites.ts'

const all = Object.keys(suites)

describe('a change', () => {
  it.each([
    ['packages/core/src/features/percentage.ts', []],
    ['packages/dashboard/web/screens/features/Feature.tsx', []],
    ['packages/gateway/src/pipeline/judge.ts', []],
    ['README.md', ['docs-in-chromium']],
    ['packages/sinks/src/nats/nats-sink.ts', ['brokers']],
    ['packages/core/src/sinks/lead.ts', ['brokers']],
    ['packages/core/src/machine/events/emit.ts', ['brokers']],
    ['packages/server/src/stores/redis/open-redis.ts', ['brokers']],
    ['packages/scripts-jvm/src/runner.ts', ['jvm']],
    ['packages/core/src/scripts/run.ts', ['jvm']],
    ['packages/dashboard/web/screens/script/script.jvm.browser.test.ts', ['jvm']],
    ['packages/server/deploy/compose.yaml', ['deploy']],
    ['packages/server/src/http/drain.ts', ['deploy']],
    ['packages/server/docs/deployment.md', ['deploy', 'docs-in-chromium']],
    ['packages/core/src/deployments/handlers.ts', []],
    ['examples/languages/go/main.go', ['languages']],
    ['packages/core/src/ofrep/handlers.ts', ['languages']],
    ['package-lock.json', all],
    ['vitest.config.ts', all],
    ['.ci/run', all],
  ])('of %s concerns %j', (path, concerned) => {
    expect(all.filter((suite) => !leftOutBy([path]).includes(suite as never))).toEqual(concerned)
  })

  it('of what a test of a suite imports, or its fixtures, concerns the suite', () => {
    expect(leftOutBy(['packages/gateway/src/limits/carrier.ts'])).not.toContain('brokers')
    expect(leftOutBy(['packages/server/src/serve/create-server.ts'])).not.toContain('brokers')
    expect(leftOutBy(['packages/test-postgres/src/index.ts'])).not.toContain('brokers')
  })

  it('of several files concerns the suites of each', () => {
    const left = leftOutBy(['README.md', 'packages/scripts-jvm/src/runner.ts'])
    expect(left).toEqual(['brokers', 'deploy', 'languages'])
  })
})

describe('the base of a change', () => {
  it('is where the branch left the default branch', () => {
    const { git, leftOut, write } = clone()
    git('switch', '-qc', 'topic')
    write('packages/core/src/machine/secrets/hash.ts', 'committed')
    git('add', '.')
    git('commit', '-qm', 'one')
    expect(leftOut()).toBe(all.join(' '))
    write('packages/sinks/src/new.ts', 'neither committed nor added')
    expect(leftOut()).toBe(all.filter((suite) => suite !== 'brokers').join(' '))
    expect(leftOut('--all')).toBe('')
  })

  it('is unknown on the default branch, so that everything runs, but for --since', () => {
    const { git, leftOut, write } = clone()
    expect(leftOut()).toBe('')
    write('README.md', 'changed')
    git('commit', '-qam', 'one')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(leftOut()).toBe('')
    expect(leftOut('--since', 'HEAD~1')).toBe(all.filter((suite) => suite !== 'docs-in-chromium').join(' '))
    expect(leftOut('--since', 'no-such-commit')).toBe('')
  })

  it('is unknown in a shallow clone and in a repository without a remote', () => {
    const { folder, git, leftOut } = clone()
    git('remote', 'remove', 'origin')
    git('switch', '-qc', 'topic')
    expect(leftOut()).toBe('')
    const shallow = clone('--depth=1', folder)
    shallow.git('switch', '-qc', 'other')
    shallow.write('README.md', 'changed')
    expect(shallow.leftOut()).toBe('')
  })
})

/** A clone of a small repository with the script, on its default branch. */
function clone(...options: string[]) {
  const place = mkdtempSync(join(tmpdir(), 'suites-'))
  onTestFinished(() => rmSync(place, { recursive: true }))
  const [first, folder] = [join(place, 'first'), join(place, 'clone')]
  const run = (cwd: string, program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd, encoding: 'utf8' }).trim()
  const write = (path: string, text: string) => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  mkdirSync(join(first, '.ci'), { recursive: true })
  cpSync(join(root, '.ci/suites.ts'), join(first, '.ci/suites.ts'))
  writeFileSync(join(first, 'README.md'), 'first')
  const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@signalbox.test']
  run(first, 'git', 'init', '-qb', 'main')
  for (const message of ['none', 'all']) {
    run(first, 'git', 'add', '.')
    run(first, 'git', ...author, 'commit', '--allow-empty', '-qm', message)
  }
  const [depth, from = first] = options
  run(place, 'git', 'clone', '-q', ...(depth ? [depth] : []), `file://${from}`, folder)
  const git = (...args: string[]) => run(folder, 'git', ...author, ...args)
  const leftOut = (...args: string[]) => run(folder, process.execPath, '.ci/suites.ts', ...args)
  return { folder, git, leftOut, write }
}
