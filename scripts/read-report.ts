import { readFileSync } from 'node:fs'

/** What a tool has written of its run; undefined: it did not come so far. */
export function readReport<T>(report: string): T | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
