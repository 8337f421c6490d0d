import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WaServer } from '@guiche/wa-testserver'

/** Records stanzas from and to WhatsApp and injected faults with their times, to read after a failure. */
export interface Trace {
  note(what: string): void
  /** Writes the trace into a file and returns its path. */
  write(name: string): string
}

const shown = ['id', 'type', 'class', 'from', 'to', 'offline', 'error']

export function createTrace({ faults }: WaServer): Trace {
  const lines: string[] = []
  faults.intercept(({ tag, attrs }, direction, device) => {
    const said = shown.flatMap((name) => (attrs[name] === undefined ? [] : [`${name}=${attrs[name]}`]))
    note(`${device?.account.number ?? '-'} ${direction === 'toClient' ? '→' : '←'} ${tag} ${said.join(' ')}`)
    return 'pass'
  })
  return { note, write }

  function note(what: string): void {
    lines.push(`${new Date().toISOString()} ${what}`)
  }

  function write(name: string): string {
    const file = join(tmpdir(), `${name}.log`)
    writeFileSync(file, `${lines.join('\n')}\n`)
    return file
  }
}
