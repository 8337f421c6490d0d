import { cpus, totalmem } from 'node:os'

export function describeMachine(): string {
  const [cpu] = cpus()
  return `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}, embedded PostgreSQL with fsync on; load, server and database share the cores. Compare rows with their baseline, not with other machines.`
}
