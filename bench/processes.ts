import { readFileSync, readdirSync } from 'node:fs'

const ticksPerSecond = 100

interface Stat {
  pid: number
  parent: number
  cpuSeconds: number
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // utime, stime, and those of children that have ended
    const ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0)
    return { pid, parent: Number(fields[1]), cpuSeconds: ticks / ticksPerSecond }
  } catch {
    return undefined
  }
}

/** CPU time of a process and its descendants so far, in milliseconds, as the operating system counts it. */
export function cpuOf(root: number): number {
  const all = readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) ? [statOf(Number(name))].filter((stat) => stat !== undefined) : [],
  )
  const family = new Set([root])
  for (let grown = true; grown;) {
    grown = false
    for (const { pid, parent } of all) {
      if (!family.has(pid) && family.has(parent)) {
        family.add(pid)
        grown = true
      }
    }
  }
  return all.filter(({ pid }) => family.has(pid)).reduce((sum, { cpuSeconds }) => sum + cpuSeconds * 1000, 0)
}

/** Resident memory in MB. */
export function memoryOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
  return (pages * 4096) / 2 ** 20
}
