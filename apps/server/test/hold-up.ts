import pg from 'pg'

/** Whoever wants to read the table has to wait until it is released. */
export async function holdUp(adminUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: adminUrl })
  // It may be thrown out while it holds.
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    release: async () => {
      await holder.query('commit')
      await holder.end()
    },
  }
}

/** Nothing of the company's inbox is worked off until it is released: what waits by then is there at once. */
export async function holdInbox(adminUrl: string, companyId: number): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: adminUrl })
  // It may be thrown out while it holds.
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query(`select pg_advisory_lock(hashtext('inbox'), $1)`, [companyId])
  return { release: () => holder.end() }
}
