import { readFileSync } from 'node:fs'

/** Reads a tool's JSON report; undefined when the tool ended before writing it. */
export function readReport<T>(report: string): T | undefined {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
