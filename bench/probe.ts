import { createHash } from 'node:crypto'
import { Commits } from './commits.ts'
import type { Testbed } from './testbed.ts'
import { median } from './table.ts'

/** The speed of the machine without the product, in ms: a fixed amount of hashing, and one commit. */
export interface Probe {
  cpu: number
  commit: number
}

const commitsPerProbe = 40
const block = Buffer.alloc(2 ** 20)

export async function probeMachine(testbed: Testbed): Promise<Probe> {
  const commits = await Commits.start(testbed.adminUrlOf('whole'))
  for (let turn = 0; turn < commitsPerProbe; turn += 1) await commits.one()
  const samples = await commits.stop()
  return { cpu: median(Array.from({ length: 9 }, arithmetic)), commit: median(samples) }
}

/** The slower of the probes before and after a measurement. */
export const slowest = (one: Probe, other: Probe): Probe => ({
  cpu: Math.max(one.cpu, other.cpu),
  commit: Math.max(one.commit, other.commit),
})

function arithmetic(): number {
  const begun = performance.now()
  const hash = createHash('sha256')
  for (let turn = 0; turn < 16; turn += 1) hash.update(block)
  hash.digest()
  return performance.now() - begun
}
