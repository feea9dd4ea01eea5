import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { httpGroups } from './reference/http.ts'
import { importedPackages } from './reference/typescript.ts'
import { root } from './root.ts'

/** A page of the site. */
export interface Page {
  /** The path on the site, without a leading slash or an ending. */
  readonly route: string
  /** The name in the navigation. */
  readonly title: string
  /** The Markdown file from the root of the repository; absent if the page is generated. */
  readonly file?: string
  /** Whether its tables need the place of the outline. */
  readonly isWide?: boolean
}

/** A group of pages under one heading of the navigation. */
export interface Section {
  readonly title: string
  readonly pages: readonly Page[]
}

const own = (route: string, title: string): Page => ({ route, title, file: `packages/docs/pages/${route}.md` })
const page = (route: string, title: string, file: string): Page => ({ route, title, file: `packages/${file}` })
const wide = (one: Page): Page => ({ ...one, isWide: true })
const nameOf = (folder: string): string => (folder === 'server' ? 'signalbox' : `@signalbox/${folder}`)
const filesOf = (pattern: string): readonly string[] => globSync(pattern, { cwd: root }).sort()
const readme = (folder: string): Page => page(`packages/${folder}`, nameOf(folder), `${folder}/README.md`)

/** The sections in reading order. */
const listed: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      own('start/what', 'What Signalbox is'),
      own('start/install', 'Install'),
      own('start/in-process', 'Five minutes in process'),
      own('start/server', 'Five minutes as a server'),
      own('start/gateway', 'Five minutes as a gateway'),
      page('concepts', 'Concepts', 'core/docs/concepts.md'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      own('guides/express', 'Express'),
      own('guides/fastify', 'Fastify'),
      own('guides/hono', 'Hono'),
      own('guides/react', 'React and Next.js'),
      own('guides/workers', 'Workers'),
      own('guides/testing', 'Tests'),
      own('guides/experiment', 'An experiment end to end'),
      own('guides/release', 'A release through the gateway'),
      own('guides/canary', 'A canary by an experiment'),
      own('guides/api', 'From OpenAPI to a subscriber'),
      own('guides/portal', 'A portal for the users of an API'),
      own('guides/postgres', 'PostgreSQL with three servers'),
      own('guides/flags', 'The life of a flag in a team'),
      own('guides/tasks', 'Common tasks'),
      page('guides/languages', 'Other languages', 'server/docs/languages.md'),
    ],
  },
  {
    title: 'Flags and configs',
    pages: [
      page('strategies', 'Strategies and conditions', 'core/docs/strategies.md'),
      page('evaluation', 'How an evaluation is decided', 'core/docs/targeting.md'),
      page('events', 'Events', 'core/docs/events.md'),
      page('webhooks', 'Webhooks', 'server/docs/webhooks.md'),
    ],
  },
  {
    title: 'In programs',
    pages: [
      page('programs/signalbox', 'Signalbox in a program', 'core/docs/programs.md'),
      page('programs/calls', 'Calls to a server', 'client/docs/calls.md'),
      page('programs/live', 'Flags in memory', 'client/docs/live.md'),
      page('programs/api', 'The API in your app', 'hono/docs/app.md'),
      page('programs/descriptions', 'The service describes itself', 'hono/docs/descriptions.md'),
      page('programs/ofrep', 'OpenFeature over HTTP', 'hono/docs/ofrep.md'),
      page('programs/dashboard', 'The dashboard in your app', 'dashboard/docs/app.md'),
      page('programs/server', 'The server in a program', 'server/docs/programs.md'),
      page('programs/scripts', 'What a script may do', 'scripts/docs/scripts.md'),
      page('programs/engine', 'The engine and its sandbox', 'scripts/docs/engine.md'),
      page('programs/scripts-jvm', 'Scripts in Kotlin and Scala', 'server/docs/scripts-jvm.md'),
      page('programs/test-flags', 'Testing with flags', 'testing/docs/flags.md'),
      page('programs/test-suites', 'Testing a box, a store or an API', 'testing/docs/suites.md'),
    ],
  },
  {
    title: 'Experiments',
    pages: [
      page('experiments', 'Experiments', 'core/docs/experiments.md'),
      page('verdicts', 'Reading the results', 'dashboard/docs/verdicts.md'),
    ],
  },
  {
    title: 'The gateway',
    pages: [
      page('gateway/apis', 'APIs of a gateway', 'core/docs/gateway.md'),
      page('gateway/publishing', 'Deployments, imports, subscriptions', 'core/docs/publishing.md'),
      page('gateway/requests', 'How a request takes its route', 'gateway/docs/requests.md'),
      page('gateway/releases', 'Gates, splits and goals', 'gateway/docs/releases.md'),
      page('gateway/backends', 'Backends', 'gateway/docs/backends.md'),
      page('gateway/consumers', 'Consumers, plans and limits', 'gateway/docs/consumers.md'),
      page('gateway/data-planes', 'Data planes', 'gateway/docs/data-planes.md'),
      page('gateway/observing', 'Observing', 'gateway/docs/observing.md'),
      page('gateway/programs', 'The gateway in a program', 'gateway/docs/programs.md'),
      page('gateway/own-plugins', 'Your own plugins', 'gateway/docs/own-plugins.md'),
      page('gateway/portal', 'The developer portal', 'portal/docs/portal.md'),
      page('gateway/compiled-routes', 'Compiled routes', 'core/docs/compiled-routes.md'),
      page('gateway/error-pages', 'Error pages', 'core/docs/error-pages.md'),
      wide(page('gateway/plugins', 'Plugins', 'core/docs/plugins.md')),
      wide(page('gateway/causes', 'Causes of error responses', 'core/docs/causes.md')),
    ],
  },
  {
    title: 'Moving from',
    pages: [
      page('from/izanami', 'Izanami', 'server/MIGRATION.md'),
      page('from/unleash', 'Unleash', 'server/docs/from-unleash.md'),
      page('from/launchdarkly', 'LaunchDarkly', 'server/docs/from-launchdarkly.md'),
      page('from/growthbook', 'GrowthBook', 'server/docs/from-growthbook.md'),
      page('from/flagd', 'flagd', 'server/docs/from-flagd.md'),
      page('from/otoroshi', 'Otoroshi', 'server/docs/from-otoroshi.md'),
      page('from/scripts', 'Scripts to JavaScript', 'server/docs/migrate-scripts.md'),
    ],
  },
  {
    title: 'Running it',
    pages: [
      wide(page('server/settings', 'Settings', 'server/docs/settings.md')),
      page('server/commands', 'Commands', 'server/docs/commands.md'),
      page('server/running', 'Starting, probes and stopping', 'server/docs/running.md'),
      page('server/gateway', 'The gateway of the server', 'server/docs/gateway.md'),
      page('server/stores', 'The stores', 'sql/docs/stores.md'),
      page('server/access', 'Access', 'server/docs/access.md'),
      page('server/operations', 'Operations', 'server/docs/operations.md'),
      page('server/alerts', 'When an alert fires', 'server/docs/alerts.md'),
      page('server/deployment', 'Deployment', 'server/docs/deployment.md'),
      page('server/upgrades', 'Upgrades and migrations', 'sql/docs/upgrades.md'),
      page('server/scaling', 'Scaling and sizing', 'server/docs/scaling.md'),
      page('server/files', 'Records in files', 'server/docs/files.md'),
      page('server/snapshots', 'Snapshots', 'server/docs/snapshots.md'),
      page('server/sinks', 'Sinks', 'server/docs/sinks.md'),
      ...filesOf('packages/sinks/docs/*.md').map((file) => headed(`server/sinks-${basename(file, '.md')}`, file)),
      page('server/mcp', 'Model Context Protocol', 'server/docs/mcp.md'),
      wide(page('limits', 'Limits', 'core/docs/limits.md')),
    ],
  },
  {
    title: 'Packages',
    pages: importedPackages.map((name) => readme(name)),
  },
  {
    title: 'HTTP reference',
    pages: [...httpGroups, 'schemas'].map((name) => ({ route: `http/${name}`, title: name })),
  },
  {
    title: 'TypeScript reference',
    pages: importedPackages.map((name) => ({ route: `typescript/${name}`, title: nameOf(name) })),
  },
  {
    title: 'Workflows',
    pages: [
      page('workflows', 'Workflows', 'core/docs/workflows.md'),
      wide({ route: 'workflow-language', title: 'The language' }),
    ],
  },
  {
    title: 'Trust',
    pages: [
      wide(own('trust/threats', 'Threat model')),
      wide(own('trust/durability', 'Durability')),
      wide(page('trust/people', 'Personal data', 'server/docs/people.md')),
      { route: 'trust/security', title: 'Reporting a vulnerability', file: '.github/SECURITY.md' },
    ],
  },
  {
    title: 'About',
    pages: [
      wide(own('about/features', 'What Signalbox has')),
      own('about/dashboard', 'A tour of the dashboard'),
      wide(own('about/comparison', 'Comparison')),
      wide(page('benchmarks', 'Performance', 'bench/README.md')),
      wide(page('figures', 'Figures', 'bench/docs/figures.md')),
      own('about/sizes', 'Sizes'),
      own('about/decisions', 'Architecture decisions'),
      { route: 'changelog', title: 'Changelog', file: 'CHANGELOG.md' },
      { route: 'contributing', title: 'Contributing', file: '.github/CONTRIBUTING.md' },
    ],
  },
]

const known = new Set(listed.flatMap((section) => section.pages.map(({ file }) => file)))
const others = filesOf('packages/*/docs/*.md').filter((file) => !known.has(file))

/** The sections of the navigation. Pages of packages that have no row above stand in the last one. */
export const sections: readonly Section[] =
  others.length === 0
    ? listed
    : [...listed, { title: 'More', pages: others.map((file) => headed(`more/${basename(file, '.md')}`, file)) }]

/** A page whose name in the navigation is its heading. */
function headed(route: string, file: string): Page {
  const [, title = file] = /^# (.*)$/m.exec(readFileSync(join(root, file), 'utf8')) ?? []
  return { route, title, file }
}

/** All pages, in reading order. */
export const pages: readonly Page[] = sections.flatMap((section) => section.pages)
