import {
  type AuthenticationCreds,
  type AuthenticationState,
  BufferJSON,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import type { Journal } from './journal.ts'
import type { Secret, SessionStore } from './session-store.ts'

/** How many recently used keys are cached in memory. */
const held = 2000
/** The only kind whose values are protobuf messages. */
const syncKey = 'app-state-sync-key'
const credentials = { kind: 'credentials', name: '' }
const token = 'tctoken'
/** Under this name the library lists everybody of whom it has a token, and writes the whole list with each new one. */
const tokenIndex = '__index'
/** In ms. The library uses a token for 28 days at most; it needs the list only to remove tokens after that. */
const tokenKeptFor = 35 * 24 * 3_600_000

/** Credentials and keys of one session for the library. Changes are visible at once, and the journal stores them. */
export async function openAuthState(journal: Journal): Promise<AuthenticationState> {
  const cache = new LRUCache<string, string | false>({ max: held })
  const saved = (await journal.read(credentials.kind, [credentials.name])).get(credentials.name)
  const creds: AuthenticationCreds = saved === undefined ? initAuthCreds() : decode(saved)
  return { creds, keys: { get, set } }

  async function get<T extends keyof SignalDataTypeMap>(
    kind: T,
    ids: string[],
  ): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const missing = ids.filter((id) => !isTokenIndex(kind, id) && cache.get(`${kind} ${id}`) === undefined)
    const read = missing.length > 0 ? await journal.read(kind, missing) : new Map<string, string>()
    // Values that were set during the read are newer.
    for (const id of missing) if (!cache.has(`${kind} ${id}`)) cache.set(`${kind} ${id}`, read.get(id) ?? false)
    const found: { [id: string]: SignalDataTypeMap[T] } = {}
    for (const id of ids) {
      const text = cache.get(`${kind} ${id}`) ?? read.get(id)
      if (text) found[id] = kind === syncKey ? proto.Message.AppStateSyncKeyData.fromObject(decode(text)) : decode(text)
    }
    return found
  }

  function set(data: SignalDataSet): void {
    const secrets: Secret[] = []
    for (const [kind, values] of Object.entries(data))
      for (const [name, value] of Object.entries(values))
        if (!isTokenIndex(kind, name)) secrets.push({ kind, name, value: encode(value), ...expiryOf(kind) })
    for (const { kind, name, value } of secrets) cache.set(`${kind} ${name}`, value ?? false)
    journal.keep(secrets)
  }
}

/** Whether these keys belong to a linked phone. */
export async function isLinked(store: Pick<SessionStore, 'read'>): Promise<boolean> {
  const saved = (await store.read(credentials.kind, [credentials.name])).get(credentials.name)
  return saved !== undefined && decode(saved).me !== undefined
}

export const credentialsSecret = (creds: AuthenticationCreds): Secret => ({ ...credentials, value: encode(creds) })

const isTokenIndex = (kind: string, name: string) => kind === token && name === tokenIndex

const expiryOf = (kind: string) => (kind === token ? { until: new Date(Date.now() + tokenKeptFor) } : {})

const encode = (value: unknown): string | null => (value === null ? null : JSON.stringify(value, BufferJSON.replacer))

const decode = (text: string) => JSON.parse(text, BufferJSON.reviver)
