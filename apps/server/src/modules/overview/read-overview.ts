import { type Overview, decimalOf } from '@guiche/contract'
import type { Db } from '#platform/database/sql'
import { isoTime } from '#platform/iso-time'
import { countDeadJobs } from '#platform/work/dead-jobs'
import {
  type StateRow,
  countConnections,
  countDeadEntries,
  countMovement,
  countStates,
  findKnownCompanies,
  findOldestUnsent,
  sumOverdue,
  sumRevenue,
} from './overview.repository.ts'

/** The installation in numbers. None of its statements reads messages or files, of which there are too many. */
export async function readOverview(operator: Db): Promise<Overview> {
  const [states, revenue, movement, overdue, connections, oldestUnsent, deadLetters] = await Promise.all([
    countStates(operator),
    sumRevenue(operator),
    countMovement(operator),
    sumOverdue(operator),
    countConnections(operator),
    findOldestUnsent(operator),
    countDeadLetters(operator),
  ])
  const { invoices, companies, cents } = overdue
  return {
    states: countsByState(states),
    trialsEnding: states.reduce((sum, row) => sum + row.trials_ending, 0),
    revenue: revenue.map((row) => ({ month: row.month, amount: decimalOf(row.cents) })),
    overdue: { invoices, companies, amount: decimalOf(cents) },
    movement: movement.map(({ month, new: came, gone, erased }) => ({ month, new: came, gone: gone + erased, erased })),
    connections,
    oldestUnsentAt: isoTime(oldestUnsent),
    deadLetters,
  }
}

function countsByState(rows: StateRow[]): Overview['states'] {
  const counts = { trial: 0, active: 0, dueSoon: 0, grace: 0, blocked: 0, off: 0, closed: 0 }
  for (const { state, companies } of rows) counts[state] = companies
  return counts
}

async function countDeadLetters(operator: Db): Promise<Overview['deadLetters']> {
  const [jobs, entries] = await Promise.all([countDeadJobs(operator), countDeadEntries(operator)])
  const found = [...jobs, ...entries]
  const named = new Set(found.flatMap(([companyId]) => companyId ?? []))
  const known = await findKnownCompanies(operator, [...named])
  const sum = (some: typeof found) => some.reduce((total, [, count]) => total + count, 0)
  return {
    count: sum(found),
    companies: known.size,
    ofNone: sum(found.filter(([companyId]) => companyId === null || !known.has(companyId))),
  }
}
