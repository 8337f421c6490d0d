import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { reservePort } from '../../apps/server/test/reserve-port.ts'
import { answering } from '../testbed.ts'
import { type Row, median } from '../table.ts'

const root = join(import.meta.dirname, '../..')

/** Measures the time from `npm start` to ready, with dependencies installed, code built and an existing data folder. */
export async function measureStart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-start-'))
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  const samples: number[] = []
  for (let round = 0; round < 4; round += 1) {
    const port = await reservePort()
    const begun = performance.now()
    const child = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), GUICHE_METRICS_PORT: '0', GUICHE_DATA: data },
      stdio: 'ignore',
    })
    await answering(`http://127.0.0.1:${port}/health/ready`, child)
    if (round > 0) samples.push(performance.now() - begun)
    child.kill('SIGTERM')
    await new Promise((resolve) => child.once('exit', resolve))
  }
  rmSync(folder, { recursive: true, force: true })
  const seconds = median(samples) / 1000
  return [
    {
      what: 'ready after `npm start`, installed and built',
      ours: `${seconds.toFixed(1)} s`,
      wanted: '< 5 s',
      holds: seconds < 5,
    },
  ]
}
