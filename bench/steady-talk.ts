import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listener } from './listener.ts'

interface Talk {
  /** Somebody writes this. */
  write: (nth: number, body: string) => void
  goesOn: () => boolean
}

/** Sends live messages at a steady rate, twenty a second, and says how long each took to an attendant's socket. */
export async function talkSteadily(
  socket: Listener,
  { write, goesOn }: Talk,
): Promise<{ sent: number; samples: number[] }> {
  const begun = new Map<string, number>()
  const samples: number[] = []
  const talk = `ao lado ${Math.random().toString(36).slice(2, 8)}`
  socket.onMessage((body) => {
    const from = begun.get(body)
    if (from !== undefined) samples.push(performance.now() - from)
  })
  const start = performance.now()
  let sent = 0
  for (; goesOn(); sent += 1) {
    const due = start + sent * 50
    if (due > performance.now()) await pause(due - performance.now())
    const body = `${talk} ${sent}`
    begun.set(body, performance.now())
    write(sent, body)
  }
  await pause(3000)
  return { sent, samples }
}

/** The messages that imports have brought into a company. */
export async function countImported(
  databaseUrl: string,
  companyId: number,
): Promise<{ rows: number; distinct: number }> {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query(
    `select count(*)::int as rows, count(distinct external_id)::int as distinct from messages where company_id = $1 and origin = 'import'`,
    [companyId],
  )
  await db.end()
  return rows[0]
}
