import pg from 'pg'

/** Whoever wants to read the table has to wait until it is released. */
export async function holdUp(adminUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: adminUrl })
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  return {
    release: async () => {
      await holder.query('commit')
      await holder.end()
    },
  }
}
