import pg from 'pg'

/**
 * Works on a database with a client of its own, and closes it, also if the work fails: a client that is open when the
 * database stops ends this process before it prints what went wrong.
 */
export async function onDatabase<T>(url: string, work: (db: pg.Client) => Promise<T>): Promise<T> {
  const db = new pg.Client({ connectionString: url })
  await db.connect()
  try {
    return await work(db)
  } finally {
    await db.end()
  }
}
