/** CPU time of this process in some work, in milliseconds. Other programs do not change it. */
async function cpuTimeOf(work: () => unknown): Promise<number> {
  const begun = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1000
}

/** Some known work: about a tenth of a second where this was written. */
function yardstick(): void {
  const list = Array.from({ length: 100_000 }, (_, i) => `${i % 1000}-${i}`)
  for (let i = 0; i < 4; i++) JSON.parse(JSON.stringify(list.sort()))
}

/** The CPU time of some work as a multiple of that of known work in the same process: slow machines are slow at both. */
export async function costOf(work: () => unknown): Promise<number> {
  const cost = await cpuTimeOf(work)
  return cost / (await cpuTimeOf(yardstick))
}
