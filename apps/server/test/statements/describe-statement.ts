import type pg from 'pg'

export interface Column {
  name: string
  /** Of the type. */
  oid: number
  /** If it is a plain column of a table. */
  table: number
  number: number
}

interface Wire {
  parse(statement: { name: string; text: string; types: number[] }): void
  describe(what: { type: 'S'; name: string }): void
  sync(): void
}

interface Field {
  name: string
  dataTypeID: number
  tableID: number
  columnID: number
}

/** Lets PostgreSQL prepare a statement and describe its rows, without running it. */
export function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  return new Promise((resolve, reject) => {
    let columns: Column[] = []
    client.query({
      submit: (wire: unknown) => {
        const { parse, describe, sync } = wireOf(wire)
        parse({ name: '', text, types: [] })
        describe({ type: 'S', name: '' })
        sync()
      },
      handleRowDescription: ({ fields }: { fields: Field[] }) => {
        columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({
          name,
          oid: dataTypeID,
          table: tableID,
          number: columnID,
        }))
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    })
  })
}

/** Missing in the library's types. */
function wireOf(wire: unknown): Wire {
  if (!isWire(wire)) throw new Error('this version of pg has no connection that describes statements')
  return {
    parse: (statement) => wire.parse(statement),
    describe: (what) => wire.describe(what),
    sync: () => wire.sync(),
  }
}

const isWire = (wire: unknown): wire is Wire =>
  typeof wire === 'object' && wire !== null && 'parse' in wire && 'describe' in wire && 'sync' in wire
