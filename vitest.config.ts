import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import Sequencer from './.ci/sequencer.ts'

/** How modules of the packages are found: by these conditions of their `exports`. */
const importing = (...conditions: string[]) => ({ resolve: { conditions }, ssr: { resolve: { conditions } } })
/** Tests import the sources of the packages. */
const sources = importing('@signalbox/source')
/** With `SIGNALBOX_BUILT`, tests of a package import the others as built: what is published. That loads less code, too. */
const others = process.env.SIGNALBOX_BUILT ? importing() : sources

/** Tests of server without servers, too. Most of the time of each such file would be that of its imports. */
const light = ['packages/server/src/{log,migrate-scripts}/**/!(*.alone).test.ts']
/** Tests that leave globals alone, and may start servers. Their files share the modules, which are loaded once a worker. */
const shared = [
  ...light,
  ...[
    'packages/{core,hono,client,migrate,gateway,sql,sinks,portal}/src/**/*.test.ts',
    'packages/dashboard/web/**/*.test.ts',
  ],
  'packages/testing/src/{*,!(flags)/**/*}.test.ts',
]
/** The exceptions: each has a process of its own. */
const alone = ['packages/*/src/**/*.alone.test.ts']
/** Tests with real processes, PostgreSQL, bundlers, hostile inputs or large documents. */
const slow = ['packages/*/src/**/*.slow.test.ts', 'examples/*.slow.test.ts', '.ci/*.slow.test.ts']
/** Tests with real message brokers, which `.ci/install-brokers` installs. What is missing is skipped, and in CI an error. */
const brokers = ['packages/*/src/**/*.broker.test.ts']
const withServers = [
  'packages/!(core|hono|client|migrate|gateway|sql|sinks|portal|testing)/src/**/*.test.ts',
  ...['packages/testing/src/flags/*.test.ts', 'examples/*.test.ts', '.ci/*.test.ts'],
]
/** The programs of all READMEs and pages, run with the sources. `.ci/run` runs them with the packed packages instead. */
const pages = ['.ci/{readmes,start}.test.ts']
/** Tests that open the dashboard or the portal in Chromium. Their files share the modules and a browser, which are loaded once a worker. */
const browser = ['packages/{dashboard/web,portal/src}/**/*.browser.test.ts']
/** Tests that start a JVM. */
const jvm = ['packages/*/src/**/*.jvm.test.ts']
/** Tests in Chromium of a server with a JVM. */
const jvmInBrowser = 'packages/dashboard/web/**/*.jvm.browser.test.ts'
const types = ['packages/*/src/**/*.test-d.ts']

/** The projects that `.ci/run` leaves out because a change does not concern them: see `.ci/suites.ts`. */
const leftOut = process.env.CI_LEFT_OUT?.split(' ') ?? []

// A process that a test starts loads the sources in a third of the time once another one has compiled them.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/compiled')

export default defineConfig({
  test: {
    // Many tests start servers of their own, on machines that have other things to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Twice as many as there are cores: tests wait half of their time, for processes, timers and disks.
    maxWorkers: availableParallelism() * 2,
    sequence: { sequencer: Sequencer },
    // In CI, a flaky test is retried once and reported; a refuted property is not retried.
    retry: process.env.CI ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    expect: { poll: { timeout: 50_000, interval: 10 } },
    reporters: ['default', resolve(import.meta.dirname, '.ci/tell-times.mjs')],
    // Those with long tests begin, see `.ci/sequencer.ts`.
    projects: [
      { extends: true, ...others, test: { name: 'slow', include: slow } },
      {
        extends: true,
        ...sources,
        test: {
          name: 'jvm',
          include: jvm,
          globalSetup: 'packages/scripts-jvm/src/jvm-launch.fixture.ts',
          setupFiles: 'packages/scripts-jvm/src/jvm-skip.fixture.ts',
        },
      },
      { extends: true, ...others, test: { name: 'brokers', include: brokers } },
      {
        extends: true,
        ...sources,
        test: {
          name: 'browser',
          isolate: false,
          // Each attempt is a round trip through three processes, so they are fewer than elsewhere.
          expect: { poll: { timeout: 50_000, interval: 50 } },
          include: browser,
          exclude: leftOut.includes('jvm') ? [jvmInBrowser] : [],
          globalSetup: 'packages/dashboard/web/browser-launch.fixture.ts',
          setupFiles: 'packages/dashboard/web/browser-skip.fixture.ts',
        },
      },
      {
        extends: true,
        ...others,
        test: {
          name: 'alone',
          include: [...alone, ...withServers],
          exclude: [...light, ...slow, ...brokers, ...jvm, ...pages],
        },
      },
      { extends: true, ...sources, test: { name: 'pages', include: pages } },
      {
        extends: true,
        ...sources,
        test: {
          name: 'shared',
          isolate: false,
          setupFiles: '.ci/own-globals.ts',
          // They wait less, and each worker loads all modules. They come last: they are short, so workers end at the same time.
          maxWorkers: Math.ceil(availableParallelism() * 1.5),
          sequence: { groupOrder: 1 },
          include: shared,
          exclude: [...alone, ...slow, ...browser, ...brokers, ...jvm],
        },
      },
      {
        extends: true,
        ...sources,
        // Its program has only what these tests import, which takes a fifth of the time.
        test: {
          name: 'types',
          include: [],
          typecheck: { enabled: true, only: true, include: types, tsconfig: 'tsconfig.types.json' },
        },
      },
    ].filter(({ test }) => !leftOut.includes(test.name)),
  },
})
