import pg from 'pg'

/** Locks the table, so that every reader waits until it is released. */
export async function lockTable(adminUrl: string, table: string): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: adminUrl })
  // It may be disconnected while it holds the lock.
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

/**
 * Stops processing of the company's inbox until it is released, so that everything that waits is processed together.
 */
export async function holdInbox(adminUrl: string, companyId: number): Promise<{ release(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: adminUrl })
  // It may be disconnected while it holds the lock.
  holder.on('error', () => undefined)
  await holder.connect()
  await holder.query(`select pg_advisory_lock(hashtext('inbox'), $1)`, [companyId])
  return { release: () => holder.end() }
}

/** A transaction of somebody else, which has run these statements and has not ended yet. */
export async function beginChange(
  adminUrl: string,
  statements: { text: string; values: unknown[] }[],
): Promise<{ commit(): Promise<void> }> {
  const holder = new pg.Client({ connectionString: adminUrl })
  await holder.connect()
  await holder.query('begin')
  for (const statement of statements) await holder.query(statement)
  return {
    commit: async () => {
      await holder.query('commit')
      await holder.end()
    },
  }
}

/** Locks a ticket until it is released, as work on it does. */
export const holdTicket = (adminUrl: string, id: number): Promise<{ release(): Promise<void> }> =>
  holdRow(adminUrl, 'select 1 from tickets where id = $1 for update', id)

/** Locks the conversation of a ticket, as everything does that changes the conversation. */
export const holdConversation = (adminUrl: string, ticketId: number): Promise<{ release(): Promise<void> }> =>
  holdRow(
    adminUrl,
    'select 1 from conversations where id = (select conversation_id from tickets where id = $1) for update',
    ticketId,
  )

async function holdRow(adminUrl: string, statement: string, id: number) {
  const holder = new pg.Client({ connectionString: adminUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement, [id])
  return { release: () => holder.end() }
}
