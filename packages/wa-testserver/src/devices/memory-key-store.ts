import type { SignalDataSet, SignalDataTypeMap, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

type Kind = keyof SignalDataTypeMap
const kinds = [
  'pre-key',
  'session',
  'sender-key',
  'sender-key-memory',
  'app-state-sync-key',
  'app-state-sync-version',
  'lid-mapping',
  'device-list',
  'tctoken',
  'identity-key',
] as const satisfies readonly Kind[]

type Tables = { [T in Kind]: Map<string, SignalDataTypeMap[T]> }

/** Keeps the keys of a device in memory. */
export function memoryKeyStore(): SignalKeyStoreWithTransaction {
  const tables = emptyTables()
  return {
    get: async <T extends Kind>(kind: T, ids: string[]) => {
      const found: { [id: string]: SignalDataTypeMap[T] } = {}
      for (const id of ids) {
        const value = tables[kind].get(id)
        if (value !== undefined) found[id] = value
      }
      return found
    },
    set: async (data: SignalDataSet) => {
      for (const kind of kinds) writeKind(tables, data, kind)
    },
    transaction: (work) => work(),
    isInTransaction: () => false,
  }
}

function writeKind<T extends Kind>(tables: Tables, data: SignalDataSet, kind: T): void {
  write(tables[kind], data[kind])
}

function write<T>(table: Map<string, T>, values: Record<string, T | null> | undefined): void {
  for (const [id, value] of Object.entries(values ?? {})) {
    if (value === null) table.delete(id)
    else table.set(id, value)
  }
}

function emptyTables(): Tables {
  return {
    'pre-key': new Map(),
    session: new Map(),
    'sender-key': new Map(),
    'sender-key-memory': new Map(),
    'app-state-sync-key': new Map(),
    'app-state-sync-version': new Map(),
    'lid-mapping': new Map(),
    'device-list': new Map(),
    tctoken: new Map(),
    'identity-key': new Map(),
  }
}
