import { expect, test } from 'vitest'
import pino from 'pino'
import { createLimiters } from '#platform/security/rate-limits'
import { createRecoveryGuard } from './recovery-guard.ts'

test('the log says once an hour that many people ask, and their requests go on', async () => {
  const logged: string[] = []
  const guard = createRecoveryGuard(
    createLimiters(undefined),
    pino({}, { write: (line: string) => void logged.push(line) }),
  )

  for (let nth = 0; nth < 250; nth += 1)
    await guard.ask({ sought: `pessoa-${nth}@empresa.test`, address: `10.1.${nth}.1` })

  expect(logged.map((line) => JSON.parse(line).event)).toEqual(['recovery.many-requests'])
  expect(logged.join('')).not.toContain('pessoa-')
})
