// Vitest's reporter of where the time went: seconds per project, and the forty slowest tests with a mark at each that takes
// long in a project for short ones. The seconds are the sum of all workers. Runs of few files print nothing.
const FEW_FILES = 40
const MOST_TESTS = 40
/** A test that takes longer belongs into a file with the suffix `.slow`. Only printed: a busy machine makes any test slow. */
const LONG_MS = 3000
const shortProjects = new Set(['shared', 'alone'])

export default class {
  onTestRunEnd(modules) {
    if (modules.length >= FEW_FILES) process.stdout.write(timesOf(modules.map(measured)))
  }
}

function measured(module) {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  const tests = [...module.children.allTests()].map((test) => ({
    name: `${module.relativeModuleId}: ${test.fullName}`,
    ms: test.diagnostic()?.duration ?? 0,
  }))
  const around = environmentSetupDuration + prepareDuration + collectDuration + setupDuration
  return { project: module.project.name, around, duration, tests }
}

/** The report of modules that were measured. */
export function timesOf(modules) {
  const projects = Object.entries(Object.groupBy(modules, ({ project }) => project))
  const rows = projects.map(([project, its]) => {
    const sum = (member) => its.reduce((total, one) => total + one[member], 0)
    const [tests, around] = [sum('duration'), sum('around')]
    const count = its.reduce((total, one) => total + one.tests.length, 0)
    return { ms: tests + around, cells: [project, its.length, count, seconds(tests), seconds(around)] }
  })
  const slowest = modules
    .flatMap(({ project, tests }) => tests.map((test) => ({ project, ...test })))
    .sort((a, b) => b.ms - a.ms)
    .slice(0, MOST_TESTS)
  const lines = [
    'Seconds per project, of all workers:',
    ...table([
      ['project', 'files', 'tests', 'in tests', 'around them'],
      ...rows.sort((a, b) => b.ms - a.ms).map(({ cells }) => cells),
    ]),
    '',
    `The ${slowest.length} slowest tests:`,
    ...slowest.map(({ project, name, ms }) => {
      const mark = ms > LONG_MS && shortProjects.has(project) ? ' (long for this project: .slow?)' : ''
      return `${seconds(ms).padStart(7)}  ${project}  ${name}${mark}`
    }),
  ]
  return `\n${lines.join('\n')}\n`
}

const seconds = (ms) => (ms / 1000).toFixed(1)

const table = (rows) =>
  rows.map((row) => row.map((cell, i) => (i === 0 ? String(cell).padEnd(10) : String(cell).padStart(12))).join(''))
