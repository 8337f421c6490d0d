import { createHash } from 'node:crypto'
import { Commits } from './commits.ts'
import type { Stage } from './stage.ts'
import { median } from './table.ts'

/** What the machine can do without the product, in ms: the same arithmetic and a bare commit. */
export interface Probe {
  cpu: number
  commit: number
}

const commitsPerProbe = 40
const block = Buffer.alloc(2 ** 20)

export async function probeMachine(stage: Stage): Promise<Probe> {
  const commits = await Commits.start(stage.adminUrlOf('whole'))
  for (let turn = 0; turn < commitsPerProbe; turn += 1) await commits.one()
  const samples = await commits.stop()
  return { cpu: median(Array.from({ length: 9 }, arithmetic)), commit: median(samples) }
}

/** The slower of two moments, for what was measured between them. */
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
