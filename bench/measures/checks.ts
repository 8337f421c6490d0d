import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { onDatabase } from '../database.ts'
import type { Row } from '../table.ts'
import type { Testbed } from '../testbed.ts'

/** A call that needs a feature of the plan, and a licence that has not ended. */
const call = '/schedules?pageNumber=1'

/**
 * Counts the statements that check the feature and the due date of a company at each call, in the log of the database.
 * The session's own statement reads them with the rights of the person, at most once a second.
 */
export async function measureChecks(testbed: Testbed): Promise<Row[]> {
  const calls = testbed.isQuick ? 200 : 1000
  const { admin } = testbed.whole
  let seconds = 0
  const logged = await statementsDuring(testbed, async () => {
    const begun = performance.now()
    for (let turn = 0; turn < calls; turn += 1) {
      const { status, text } = await admin.get(call)
      if (status !== 200) throw new Error(`${call} answered ${status} ${text}`)
    }
    seconds = Math.ceil((performance.now() - begun) / 1000)
  })
  const statements = logged.filter((text) => text.includes('|guiche_app|'))
  // Timers ask about companies too, as the operator; calls of people do not.
  const checks = statements.filter((text) => /\bplans\b/.test(text) && /\bsessions\b/.test(text)).length
  const others = statements.filter((text) => /\bplans\b/.test(text) && !/\bsessions\b/.test(text)).length
  return [
    {
      what: `feature and due date, checked at each of ${calls} calls of one person in ${seconds} s`,
      ours: `${checks} statements, ${(checks / calls).toFixed(3)} per call; ${others} others that read plans; ${(statements.length / calls).toFixed(2)} statements per call in all`,
      baseline: '1 per call: a query of its own',
      wanted: 'at most one a second, 0 others',
      holds: checks <= seconds + 1 && others === 0,
    },
  ]
}

/** The texts of the statements of the database meanwhile. */
function statementsDuring({ postgresLog, adminUrlOf }: Testbed, work: () => Promise<void>): Promise<string[]> {
  return onDatabase(adminUrlOf('whole'), async (db) => {
    await db.query(`alter system set log_line_prefix = '%d|%u|'`)
    await db.query(`alter system set log_statement = 'all'`)
    await reload(db)
    const from = statSync(postgresLog).size
    try {
      await work()
    } finally {
      await db.query('alter system reset log_statement')
      await db.query('alter system reset log_line_prefix')
      await reload(db)
    }
    const bytes = Buffer.alloc(statSync(postgresLog).size - from)
    const fd = openSync(postgresLog, 'r')
    readSync(fd, bytes, 0, bytes.length, from)
    closeSync(fd)
    // Lines of one statement begin with a tab, except the first.
    return bytes
      .toString()
      .split(/\n(?!\t)/)
      .filter((entry) => /^whole\|\w+\|LOG: {2}(execute|statement)/.test(entry))
  })
}

/** A running session sees it with its next statement. */
async function reload(db: pg.Client): Promise<void> {
  await db.query('select pg_reload_conf()')
  await pause(500)
}
