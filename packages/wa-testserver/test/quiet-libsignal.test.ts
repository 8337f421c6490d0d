import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('libsignal prints no sessions, and other output is kept', () => {
  const script = join(import.meta.dirname, 'support/replace-session.ts')

  const { stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })

  expect(stdout + stderr).toBe('still heard\n')
})
