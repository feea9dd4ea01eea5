import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { validate as lintDockerfile } from 'dockerfile-utils'
import { Deployment } from 'kubernetes-models/apps/v1'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1'
import { Service, ServiceAccount } from 'kubernetes-models/v1'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../packages/server/src/settings/read-settings.ts'
import { settingNames, variableOf } from '../packages/server/src/settings/settings.ts'
import { composedServer, readCompose } from './deploy/compose.ts'
import { type Deployed, folder, textOf } from './deploy/deployed.ts'
import { isIgnored, readImage, stages } from './deploy/image.ts'
import { deployment, manifests, optional, type Resource, readKustomization, readPod } from './deploy/kubernetes.ts'
import { inUnit, unitServer } from './deploy/unit.ts'
import { unknownFields } from './deploy/unknown-fields.ts'
import { root } from './readmes/blocks.ts'

/** The longest time in milliseconds that a server takes to stop after its drain. */
const STOP_MS = 9000

const { version } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as { version: string }
const image = readImage()
const pod = readPod()

const servers: readonly (readonly [string, Deployed])[] = [
  ['the image', image],
  ['the Compose file', composedServer()],
  ['the Kubernetes manifests', pod],
  ['the systemd unit', unitServer()],
]

describe.each(servers)('the server of %s', (_, { command, env, secrets, graceMs }) => {
  const secretVariables = Object.entries(env).filter(([name]) => name.endsWith('_FILE'))

  it('starts the command of the package', () => {
    expect(command.at(-1)).toMatch(/\/node_modules\/signalbox\/bin\/signalbox\.js$/)
    expect(command).toHaveLength(2)
  })

  it('has only settings that exist, with valid values', () => {
    const plain = Object.entries(env).filter(([name]) => !name.endsWith('_FILE') && name !== 'NODE_ENV')
    expect(readSettings(Object.fromEntries(plain))).toMatchObject({ problems: [], warnings: [] })
    const variables = settingNames.map(variableOf)
    for (const [name] of plain) expect(variables).toContain(name)
    for (const [name] of secretVariables) expect(variables).toContain(name.replace(/_FILE$/, ''))
  })

  it('gets its secrets as files, and no other ones', () => {
    expect(secretVariables.map(([, path]) => path).sort()).toEqual(Object.values(secrets).sort())
    expect(Object.values(env).join()).not.toMatch(/password=|:\/\/[^/]*@/i)
  })

  it('is given the time that it takes to stop', () => {
    const { settings } = readSettings({ SIGNALBOX_DRAIN_MS: env.SIGNALBOX_DRAIN_MS })
    expect(graceMs).toBeGreaterThan(settings.drainMs + STOP_MS)
  })
})

describe('the Dockerfile', () => {
  it('has no lint', () => {
    expect(lintDockerfile(textOf('Dockerfile'))).toEqual([])
  })

  it('runs no command and needs no shell in its last stage, and runs without rights', () => {
    const last = (stages().at(-1) ?? []).map((one) => one.getKeyword())
    expect(last).not.toContain('RUN')
    expect(textOf('Dockerfile')).toMatch(/^USER \d+:\d+$/m)
    expect(image.user).toBeGreaterThan(0)
    for (const keyword of ['ENTRYPOINT', 'CMD'])
      expect(textOf('Dockerfile')).toMatch(new RegExp(`^${keyword} \\[`, 'm'))
  })

  it('keeps the default store on a volume', () => {
    expect([image.data, image.workingDirectory]).toEqual(['/data', '/data'])
  })

  it('gets every file of a clone but those that no build reads', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    const folders = files.filter(isIgnored).map((file) => file.split('/')[0])
    expect([...new Set(folders)].sort()).toEqual(['.ci', '.github', 'examples'])
    for (const file of ['node_modules/hono/package.json', 'packages/core/dist/index.js', 'secrets/store', '.env'])
      expect(isIgnored(file), file).toBe(true)
  })

  it('names a version of each image that it is made from', () => {
    const names = [...textOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)
    for (const name of names) expect(name).toMatch(/^(\$\{SOURCE\}|node:24-\S+)$/)
  })
})

describe('the Compose file', () => {
  const { services, networks, volumes, secrets } = readCompose()

  it('has no lint', () => {
    // The formatter of this repository writes double quotes.
    const linter = new DCLinter({
      rules: { 'require-quotes-in-ports': [1, { quoteType: 'double' }] },
      ...{ quiet: false, debug: false, exclude: [] },
    })
    expect(linter.lintFiles([join(folder, 'compose.yaml')], false).flatMap(({ messages }) => messages)).toEqual([])
  })

  it('starts the server when PostgreSQL is healthy', () => {
    expect(services.server.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(services.postgres.healthcheck.test).toContain('pg_isready')
  })

  it('names each volume, network and secret that a service uses', () => {
    for (const service of Object.values(services)) {
      for (const volume of service.volumes ?? []) expect(Object.keys(volumes)).toContain(volume.split(':')[0])
      for (const network of service.networks) expect(Object.keys(networks)).toContain(network)
      for (const secret of service.secrets) expect(Object.keys(secrets)).toContain(secret)
    }
  })

  it('keeps the database in an internal network, and opens ports on the loopback address only', () => {
    expect(services.postgres.networks.map((name) => networks[name]?.internal)).toEqual([true])
    expect(services.postgres.ports).toBeUndefined()
    for (const port of services.server.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  it('limits the memory and the log of each container', () => {
    for (const { mem_limit, logging } of Object.values(services)) {
      expect(mem_limit).toBe('1g')
      expect(logging).toEqual({ driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } })
    }
  })

  it('gives the server no rights', () => {
    const { read_only, cap_drop, security_opt, image: name } = services.server
    expect({ read_only, cap_drop, security_opt }).toEqual({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect(name).toBe(`signalbox:${version}`)
  })
})

describe('the Kubernetes manifests', () => {
  const models = { Deployment, HorizontalPodAutoscaler, NetworkPolicy, PodDisruptionBudget, Service, ServiceAccount }

  /** Resources of Kubernetes itself. Resources of the Prometheus operator have no models here. */
  const known = Object.values(manifests).filter(({ kind }) => kind !== 'PodMonitor')

  it.each(Object.entries(manifests))('%s is valid, and named like the others', (_, manifest) => {
    if (known.includes(manifest)) validate(manifest)
    expect(manifest.metadata).toMatchObject({ name: 'signalbox', labels: { 'app.kubernetes.io/name': 'signalbox' } })
  })

  it('have only fields that Kubernetes knows, with their types', () => {
    const wrong = { ...manifests['service.yaml'], spec: { port: 9000 } } as unknown as Resource
    const problems = unknownFields([...known, wrong])
    expect(problems).toEqual([expect.stringContaining(`'"port"' does not exist in type 'IServiceSpec'`)])
  })

  function validate(manifest: Resource): void {
    const Model = models[manifest.kind as keyof typeof models]
    expect(Model, `${manifest.kind} has a model`).toBeDefined()
    expect(manifest.apiVersion).toBe(Model.apiVersion)
    new Model(manifest as never).validate()
  }

  it('the kustomization lists all of them but the optional ones, and the image of this version', () => {
    const { resources, images } = readKustomization()
    expect([...resources, ...optional].sort()).toEqual(Object.keys(manifests))
    expect(images).toEqual([{ name: 'signalbox', newTag: version }])
  })

  it('all of them select the pods of the deployment', () => {
    const labels = { 'app.kubernetes.io/name': 'signalbox' }
    const selectors = Object.values(manifests).flatMap(({ kind, spec }: Resource & { spec?: Selecting }) => {
      if (kind === 'Service') return [spec?.selector]
      const { selector, podSelector } = spec ?? {}
      return selector || podSelector ? [(selector ?? podSelector)?.matchLabels] : []
    })
    expect(selectors).toEqual([labels, labels, labels, labels, labels])
    expect(deployment.spec?.template.metadata?.labels).toEqual(labels)
  })

  it('pods have no rights, and a file system that cannot be written', () => {
    const spec = deployment.spec?.template.spec
    expect(spec?.securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: image.user,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(spec?.containers.map(({ securityContext }) => securityContext)).toEqual([
      { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    ])
    expect(spec?.automountServiceAccountToken).toBe(false)
  })

  it('a server is ready for as long as it takes until nobody calls it', () => {
    const { ready } = pod.probes
    const { settings } = readSettings({ SIGNALBOX_DRAIN_MS: pod.env.SIGNALBOX_DRAIN_MS })
    expect(settings.drainMs).toBeGreaterThanOrEqual(2 * (ready.periodMs * ready.failures + ready.timeoutMs))
  })

  it('the monitor reads the metrics of the port for operators, under the job of the alerts', () => {
    const { spec } = manifests['pod-monitor.yaml'] as unknown as {
      spec: { podMetricsEndpoints: readonly { port: string; path: string; relabelings: readonly object[] }[] }
    }
    expect(spec.podMetricsEndpoints).toMatchObject([
      { port: 'operators', path: '/metrics', relabelings: [{ targetLabel: 'job', replacement: 'signalbox' }] },
    ])
    expect(Object.keys(pod.ports)).toContain('operators')
  })

  it('the page makes a PrometheusRule of the alerts', () => {
    const [block = ''] = blocksOfPage(/PrometheusRule/)
    const script = block.replace('node_modules/signalbox', 'packages/server').replace(/kubectl .*$/m, 'cat')
    const rule = parse(execFileSync('sh', ['-c', script], { cwd: root, encoding: 'utf8' }))
    const alerts = parse(readFileSync(join(root, 'packages/server/grafana/alerts.yaml'), 'utf8'))
    expect(rule).toEqual({
      ...{ apiVersion: 'monitoring.coreos.com/v1', kind: 'PrometheusRule' },
      ...{ metadata: { name: 'signalbox' }, spec: alerts },
    })
  })

  it('the patches of the page add to lists and members that are there, and settings and files that exist', () => {
    const [block = ''] = blocksOfPage(/^patches:/)
    const { patches } = parse(block) as { patches: readonly { patch: string }[] }
    const added = patches.flatMap(
      ({ patch }) => parse(patch) as readonly { op: string; path: string; value: unknown }[],
    )
    for (const { op, path } of added) {
      expect(op).toBe('add')
      const steps = path.split('/').slice(1)
      const parent = steps.slice(0, -1).reduce<unknown>((it, step) => (it as Record<string, unknown>)[step], deployment)
      expect(steps.at(-1) === '-' ? Array.isArray(parent) : typeof parent === 'object', path).toBe(true)
    }
    const values = added.map(({ value }) => value as { name?: string; value?: string; key?: string; path?: string })
    const variables = values.flatMap(({ name }) => name ?? [])
    for (const name of variables) expect(settingNames.map(variableOf)).toContain(name.replace(/_FILE$/, ''))
    const files = values.flatMap(({ path }) => (path ? `/run/secrets/signalbox/${path}` : []))
    expect(values.filter(({ name }) => name?.endsWith('_FILE')).map(({ value }) => value)).toEqual(files)
  })

  it('a rolling update never has fewer servers than before', () => {
    expect(deployment.spec).toMatchObject({
      replicas: 3,
      strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    })
  })

  it('the page of operations shows the same probes', () => {
    const page = readFileSync(join(root, 'packages/server/docs/operations.md'), 'utf8')
    const [, block = ''] = /^```text\n(env:.*?)^```/ms.exec(page) ?? []
    const shown = parse(block) as Readonly<Record<string, { readonly httpGet: object }>>
    const [container] = deployment.spec?.template.spec?.containers ?? []
    for (const name of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const) {
      const { httpGet, ...numbers } = { ...container?.[name] }
      const { httpGet: shownGet, ...shownNumbers } = shown[name] ?? {}
      expect({ ...numbers, ...httpGet }).toMatchObject({ ...shownNumbers, ...shownGet, port: 'operators' })
    }
    expect(pod.ports.operators).toBe(9081)
  })
})

/** The blocks of the page of deployment that match. */
function blocksOfPage(pattern: RegExp): readonly string[] {
  const page = readFileSync(join(root, 'packages/server/docs/deployment.md'), 'utf8')
  return [...page.matchAll(/^```text\n(.*?)^```/gms)].flatMap(([, block = '']) => (pattern.test(block) ? [block] : []))
}

interface Selecting {
  readonly selector?: { readonly matchLabels?: object }
  readonly podSelector?: { readonly matchLabels?: object }
}

describe('the systemd unit', () => {
  it('keeps the store in the folder that it can write', () => {
    const { env, data } = unitServer()
    expect(inUnit('DynamicUser')).toEqual(['yes'])
    expect(env.SIGNALBOX_STORE).toBe(`sqlite:${data}/signalbox.db`)
  })

  it('does not restart a server whose settings are invalid', () => {
    expect(inUnit('RestartPreventExitStatus')).toEqual(['2'])
  })
})
